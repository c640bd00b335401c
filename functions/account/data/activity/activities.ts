import { findNearestName } from '#shared/http/nearest-name.ts';
import { type Language, languages } from '#shared/pages/language.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import {
  findActivityType,
  listActivityTypes,
} from '#shared/reference-data/activity-types.ts';

/** An activity of the catalog, and its name in a language. */
export interface NamedActivity {
  id: string;
  name: string;
}

const toActivity = (id: string, language: Language): NamedActivity => ({
  id,
  name: findActivityName(id, language) ?? id,
});

/** Lists the activities that a person can choose, by their names. */
export function listActivities(language: Language): NamedActivity[] {
  const selectable = listActivityTypes().filter(({ import_only }) => !import_only);
  const activities = selectable.map(({ id }) => toActivity(id, language));
  const { compare } = new Intl.Collator(language);
  return activities.sort((one, other) => compare(one.name, other.name));
}

/** Returns the id of an activity by its name in any of our languages, in any case, or by its id. */
export function findActivityId(text: string, language: Language): string | undefined {
  const entered = text.trim();
  if (findActivityType(entered)) return entered;
  const inOrder = [language, ...languages];
  const activities = inOrder.flatMap((each) => listActivities(each));
  return activities.find(({ name }) => name.toLowerCase() === entered.toLowerCase())?.id;
}

/** The number of activities that a search finds. */
const maxFound = 12;

/** Returns the activities whose names have all words of a text, or else the one most like it. */
export function searchActivities(text: string, language: Language): NamedActivity[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const activities = listActivities(language);
  const found = activities.filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  if (found.length > 0) return found.slice(0, maxFound);
  const nearest = findNearestName(
    text,
    activities.map(({ name }) => name),
  );
  return activities.filter(({ name }) => name === nearest);
}

/** The activities of most people. */
const commonKeys = [
  'run',
  'walk',
  'ride',
  'hike',
  'swim',
  'strength',
  'mindbody_yoga',
  'ride_indoor',
  'machine_elliptical',
  'machine_row',
  'team_soccer',
] as const satisfies readonly ActivityTypeKey[];

/** Lists the activities to begin with: those that a person had last, and those of most people. */
export function listFirstActivities(
  lastIds: readonly string[],
  language: Language,
): NamedActivity[] {
  const known = lastIds.filter((id) => findActivityType(id)?.import_only === false);
  const ids = new Set([...known, ...commonKeys.map(getActivityTypeId)]);
  return [...ids].slice(0, maxFound).map((id) => toActivity(id, language));
}

import { findNearestName } from '#shared/http/nearest-name.ts';
import { type Language, languages } from '#shared/pages/language.ts';
import {
  englishAliases,
  germanAliases,
} from '#shared/reference-data/activity-aliases.data.ts';
import { findActivityName, germanNames } from '#shared/reference-data/activity-names.ts';
import {
  type ActivityWords,
  findActivities,
  listActivityWords,
  type NamedActivity,
} from '#shared/reference-data/activity-search.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import {
  findActivityType,
  listActivityTypes,
} from '#shared/reference-data/activity-types.ts';
import { englishNames } from '#shared/reference-data/english-activity-names.ts';

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

/** The longest text to which a similar word is looked for. */
const maxLength = 60;

/** The similarity that a word needs to be meant, from 0 to 1. */
const minSimilarity = 0.78;

const words: Readonly<Record<Language, ActivityWords>> = {
  en: { names: englishNames, aliases: englishAliases },
  de: { names: germanNames, aliases: germanAliases },
};

/** Returns the activities that a person can choose and that a text means. */
function findSelectable(text: string, language: Language): NamedActivity[] {
  const found = [language, ...languages].map((each) => findActivities(text, words[each]));
  const inFirst = found.find(({ length }) => length > 0) ?? [];
  const selectable = inFirst.filter(
    ({ id }) => findActivityType(id)?.import_only === false,
  );
  return selectable.slice(0, maxFound).map(({ id }) => toActivity(id, language));
}

/** What a search has found. */
interface FoundActivities {
  activities: readonly NamedActivity[];
  /** Whether no word is known, and they are those of the word most like the text. */
  isGuess: boolean;
}

/** Searches activities by everyday words. A word that is not known is corrected if possible. */
export function searchActivities(text: string, language: Language): FoundActivities {
  const isWord = text.trim().length > 1;
  const activities = isWord ? findSelectable(text, language) : [];
  if (activities.length > 0 || text.length > maxLength)
    return { activities, isGuess: false };
  const known = listActivityWords(words[language]);
  const meant = findNearestName(text.trim(), known, minSimilarity);
  return {
    activities: meant === undefined ? [] : findSelectable(meant, language),
    isGuess: true,
  };
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

import type { Language } from '#shared/pages/language.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { activityTypes } from '#shared/reference-data/activity-types.ts';
import { entryTexts } from './entry.texts.ts';

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

interface Activity {
  /** The id of the activity. */
  value: string;
  label: string;
}

/**
 * Lists the activities from which a person chooses, each once: the common ones, and the others by
 * name. They have the chosen one even if it is not in the catalog.
 */
export function listActivities(
  language: Language,
  chosen: string,
): { common: Activity[]; others: Activity[] } {
  const toActivity = (value: string): Activity => {
    const label = findActivityName(value, language);
    return { value, label: label ?? entryTexts[language].unknownActivity };
  };
  const commonIds = commonKeys.map(getActivityTypeId);
  const selectable = activityTypes.filter(
    ({ id, import_only }) => !import_only || id === chosen,
  );
  const ids = new Set(selectable.map(({ id }) => id));
  if (chosen !== '') ids.add(chosen);
  for (const id of commonIds) ids.delete(id);
  const { compare } = new Intl.Collator(language);
  const others = [...ids].map(toActivity);
  others.sort((one, other) => compare(one.label, other.label));
  return { common: commonIds.map(toActivity), others };
}

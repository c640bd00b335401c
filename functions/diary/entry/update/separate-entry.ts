import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import {
  type ChooseSeparated,
  isImported,
  separate,
} from '#functions/diary/merging/imported-entry.ts';
import type { Diary, EntryAddress } from '../day-item.ts';
import { buildShortenMessage } from '../day-update.ts';
import * as entries from '../entry.store.ts';
import type { Entry } from '../entry.ts';
import { toSourceKey, type WorkoutReference } from '../source.ts';

/**
 * The entry after the change, or the reason why the change was rejected. An entry that does not
 * exist has neither.
 */
interface SeparationResult {
  entry?: Entry | undefined;
  failures?: Record<string, string[]>;
}

/**
 * Sets the workouts that an imported entry is separated from (wire.md R9). Rejects a workout that
 * is neither separated from the entry already nor on the days around it.
 */
export async function separateEntry(
  diary: Diary<'get' | 'query' | 'update' | 'check' | 'transact'>,
  address: EntryAddress,
  { separated_from }: { separated_from: readonly WorkoutReference[] },
): Promise<SeparationResult> {
  const entry = await entries.find(diary, address);
  if (!entry) return {};
  if (!isImported(entry)) return toRejection('the entry was not imported');

  const requestedKeys = new Set(separated_from.map(toSourceKey));
  let isRejected = false;
  const choose: ChooseSeparated = (separated, imported) => {
    const isKnown = (key: string) => separated.has(key) || imported.has(key);
    isRejected = ![...requestedKeys].every(isKnown);
    return isRejected ? separated : requestedKeys;
  };
  const apply: PersonChange['apply'] = (loaded, loadedEntry) =>
    separate(loaded, loadedEntry, choose);
  const result = await changeByPerson(diary, { address, apply });
  if (result?.exceeded) return toRejection(buildShortenMessage(result.exceeded));
  if (isRejected) {
    return toRejection(
      'separated_from must have only workouts that duplicates or separated_from lists',
    );
  }
  return { entry: result?.entry };
}

function toRejection(message: string): SeparationResult {
  return { failures: { source: [message] } };
}

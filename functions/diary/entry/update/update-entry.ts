import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import {
  type ChooseDecisions,
  decidePairs,
  type PairDecision,
} from '#functions/diary/merging/person-decisions.ts';
import { hasNearDates } from '#functions/diary/merging/same-workout.ts';
import type { Failures } from '#shared/errors/errors.ts';
import { buildCapacityMessage, buildShortenMessage } from '../day-capacity.ts';
import type { Diary, EntryAddress } from '../day-item.ts';
import * as entries from '../entry.store.ts';
import type { Entry, EntryChange } from '../entry.ts';
import { toEntryUpdate } from '../entry-update.ts';
import { heartRateConflict } from '../exercise.ts';
import { toSourceKey } from '../origin.ts';
import type { SourceChange } from '../source.ts';
import { canKeyBeNamed, toVisible } from '../visibility.ts';
import { update } from './update.store.ts';

/** The changed entry as the caller sees it, or why it stays as it is. Neither if there is none. */
interface ChangedEntry {
  entry?: Entry | undefined;
  failures?: Failures | undefined;
}

/** Changes an entry for a caller. A change of the source has no other members. */
export async function updateEntry(
  diary: Diary<'get' | 'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'>,
  address: EntryAddress,
  change: EntryChange,
): Promise<ChangedEntry> {
  const toShown = (entry: Entry | undefined) =>
    entry && toVisible(entry, diary.hidden_types);
  if (change.source) {
    const { entry, failures } = await changeSource(diary, address, change.source);
    return failures ? { failures } : { entry: toShown(entry) };
  }
  const result = await update(diary, address, toEntryUpdate(change));
  if (result.hasHeartRateConflict) {
    return { failures: { max_heart_rate: [heartRateConflict.message] } };
  }
  if (!result.exceeded) return { entry: toShown(result.entry) };
  const isTargetDay = result.exceeded.date === change.date;
  return {
    failures: isTargetDay
      ? { date: [buildCapacityMessage(result.exceeded)] }
      : { __all__: [buildShortenMessage(result.exceeded)] },
  };
}

/** The workouts that a change can list, besides those for which the same is decided already. */
const rejections = {
  separated:
    'must have in separated_from only workouts that duplicates or separated_from lists',
  joined:
    'must have in joined_with only other imported workouts of the same or adjacent days',
} as const satisfies Record<PairDecision, string>;

/**
 * Sets the workouts that an imported entry is separated from, and those that it is joined with. A
 * list that the change does not have stays as it is, except for workouts that the other list gets.
 */
export async function changeSource(
  diary: Diary<'get' | 'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'>,
  address: EntryAddress,
  { separated_from, joined_with }: SourceChange,
): Promise<ChangedEntry> {
  const entry = await entries.find(diary, address);
  if (!entry) return {};
  if (!isImported(entry))
    return toRejection('must not be sent for an entry that was not imported');

  const separated = new Set(separated_from?.map(toSourceKey));
  const joined = new Set(joined_with?.map(toSourceKey));
  if (!separated.isDisjointFrom(joined)) {
    return toRejection(
      'must not have the same workout in separated_from and joined_with',
    );
  }
  let rejected: PairDecision | undefined;
  const choose: ChooseDecisions = (current, others) => {
    // The caller neither makes nor takes back decisions about workouts that do not exist for it.
    const isKnown = (key: string) => canKeyBeNamed(key, diary.hidden_types);
    const canSeparate = (key: string) =>
      isKnown(key) && (current.has(key) || others.has(key));
    const canJoin = (key: string) => {
      if (!isKnown(key)) return false;
      const other = others.get(key)?.imported;
      return (
        current.get(key) === 'joined' || (other && hasNearDates(other, entry.imported))
      );
    };
    rejected = undefined;
    if (![...separated].every(canSeparate)) rejected = 'separated';
    if (![...joined].every(canJoin)) rejected = 'joined';
    if (rejected) return current;

    const replaced = { separated: separated_from, joined: joined_with };
    const kept = [...current].filter(
      ([key, decision]) => !replaced[decision] || !isKnown(key),
    );
    return new Map([
      ...kept,
      ...decideAll(separated, 'separated'),
      ...decideAll(joined, 'joined'),
    ]);
  };
  const apply: PersonChange['apply'] = (loaded, loadedEntry) =>
    decidePairs(loaded, loadedEntry, choose, diary.hidden_types);
  const result = await changeByPerson(diary, { address, apply });
  if (result?.exceeded) return toRejection(buildShortenMessage(result.exceeded));
  if (rejected) return toRejection(rejections[rejected]);
  return { entry: result?.entry };
}

function decideAll(keys: ReadonlySet<string>, decision: PairDecision) {
  return [...keys].map((key) => [key, decision] as const);
}

function toRejection(message: string): ChangedEntry {
  return { failures: { source: [message] } };
}

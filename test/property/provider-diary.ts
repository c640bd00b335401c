import { addDays } from '#functions/diary/entry/dates.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { toSourceKey } from '#functions/diary/entry/origin.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import {
  type ImportedEntry,
  isImported,
} from '#functions/diary/merging/imported-entry.ts';
import { decideShown } from '#functions/diary/merging/merge.ts';
import {
  type ChooseDecisions,
  decidePairs,
  listDecisions,
  type PairDecision,
  type PairDecisions,
  withDecisions,
} from '#functions/diary/merging/person-decisions.ts';
import { toImportedFields } from '#functions/diary/workout-import/workout.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import type { StandInWorkout } from '#kit/provider-stand-ins/stand-in.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import {
  type AccountAtStandIn,
  openAccount,
  type ProviderType,
  providerTypes,
} from './provider-account.ts';

export type PersonAction = 'edit' | 'remove' | PairDecision;

/** The distance of an entry after an edit, in meters. No workout of the tests has it. */
const editedDistance = 4242;

/** A person's diary with two providers, and the model of it. */
export interface ImportedDiary {
  user_id: string;
  clock: { now: number };
  accounts: Record<ProviderType, AccountAtStandIn>;
  connectionIds: Record<ProviderType, string>;
  /** The webhooks that are on their way. */
  pushes: { type: ProviderType; workout_id: string; isDeleted: boolean }[];
  connect(type: ProviderType): Promise<void>;
  /** Does something to one of the shown entries, in the diary and in the model. */
  performAction(action: PersonAction, index: number): Promise<void>;
  /** Returns whether the person has separated a workout from another, or joined it. */
  isDecided(type: ProviderType, workout_id: string): boolean;
  /** Describes the imported entries that the diary shows. */
  listShown(): Promise<string[]>;
  /** Describes the entries that the model shows. */
  listExpected(): string[];
}

/** Creates a person who connects both providers two days after `start`. */
export async function arrangeDiary(start: number): Promise<ImportedDiary> {
  const clock = { now: start + 2 * 86_400_000 };
  const { user_id } = await newPerson();
  const now = () => clock.now;
  const accounts = {
    whoop: openAccount('whoop', now),
    google_health: openAccount('google_health', now),
  };
  const connectionIds = { whoop: '', google_health: '' };
  const connect = async (type: ProviderType) => {
    connectionIds[type] = await accounts[type].connect(user_id);
  };
  // Google Health reports no ids of deleted workouts. A list proves that one is missing only if it
  // has others before and after it, so these two are there all the time.
  for (const [id, minutes] of [
    ['before', -1440],
    ['after', 2700],
  ] as const) {
    const startedAt = new Date(start + minutes * 60_000).toISOString();
    accounts.google_health.workouts.set(id, {
      id,
      start: startedAt,
      offset: 0,
      duration: 900,
      distance: 2500,
      energy: 100,
      sport: 'RUNNING',
      changed: start,
    });
  }
  for (const type of providerTypes) {
    clock.now += 1000;
    await connect(type);
  }
  const day = new Date(start).toISOString().slice(0, 10);
  const span = { first: addDays(day, -2), last: addDays(day, 3) };
  const diary = { table: table(), user_id };
  const model = createModel(accounts, connectionIds);

  async function readShown(): Promise<ImportedEntry[]> {
    const shown = await entries.listRange(diary, span);
    return shown.filter(isImported);
  }

  async function performAction(action: PersonAction, index: number): Promise<void> {
    const shown = await readShown();
    const entry = shown[index];
    const address = parseEntryId(entry?.id ?? '');
    if (!entry || !address) return;

    if (action === 'remove') {
      await deleteFromDiary(diary, address);
      model.remove(entry);
    } else if (action === 'edit') {
      await update(diary, address, { set: { distance: editedDistance }, remove: [] });
      model.edit(entry);
    } else {
      const next = shown[index + 1];
      const other = action === 'joined' ? next?.source : entry.duplicates?.[0];
      if (!other) return;
      const key = toSourceKey(other);
      const choose: ChooseDecisions = (current) => new Map(current).set(key, action);
      const apply: PersonChange['apply'] = (loaded, loadedEntry) =>
        decidePairs(loaded, loadedEntry, choose);
      await changeByPerson(diary, { address, apply });
      model.decide(toSourceKey(entry.source), choose);
    }
  }

  return {
    user_id,
    clock,
    accounts,
    connectionIds,
    pushes: [],
    connect,
    performAction,
    isDecided: (type, workout_id) => model.isDecided(`${type} ${workout_id}`),
    listShown: async () => (await readShown()).map(describeEntry).sort(),
    listExpected: () => model.listShown().map(describeEntry).sort(),
  };
}

/** The diary in memory: what the providers have, and what the person did. */
function createModel(
  accounts: Record<ProviderType, AccountAtStandIn>,
  connectionIds: Record<ProviderType, string>,
) {
  /** The edited entries by workout. A removed entry is undefined. */
  const personEntries = new Map<string, ImportedEntry | undefined>();
  const decisions = new Map<string, PairDecisions>();

  function listEntries(): ImportedEntry[] {
    const imported = new Map<string, ImportedEntry | undefined>();
    for (const type of providerTypes) {
      for (const workout of accounts[type].workouts.values()) {
        const entry = toEntry(workout, type, connectionIds[type]);
        imported.set(entry.id, entry);
      }
    }
    const all = new Map([...imported, ...personEntries]);
    const existing = [...all.values()].filter((entry) => entry !== undefined);
    const decided = existing.map((entry) =>
      withDecisions(entry, decisions.get(entry.id) ?? new Map()),
    );
    const states = decideShown(decided, {
      prioritySince: new Map(),
      connectionIds: new Set(Object.values(connectionIds)),
    });
    return decided.map((entry) => ({ ...entry, ...states.get(entry.id) }));
  }

  return {
    remove: ({ source }: ImportedEntry) =>
      personEntries.set(toSourceKey(source), undefined),
    edit: (entry: ImportedEntry) => {
      const key = toSourceKey(entry.source);
      personEntries.set(key, { ...entry, id: key, distance: editedDistance });
    },
    decide: (key: string, choose: ChooseDecisions) => {
      const all = new Map(listEntries().map((entry) => [entry.id, entry]));
      const entry = all.get(key);
      if (entry) decidePairs(all, entry, choose);
      for (const each of all.values()) decisions.set(each.id, listDecisions(each));
    },
    isDecided: (key: string) => (decisions.get(key)?.size ?? 0) > 0,
    listShown: () => listEntries().filter(({ hidden_by }) => !hidden_by),
  };
}

function toEntry(
  { id, start, offset, duration, distance, energy }: StandInWorkout,
  type: ProviderType,
  remote_connection_id: string,
): ImportedEntry {
  const workout = {
    remote_id: id,
    start_time: start,
    utc_offset: offset,
    duration,
    distance: distance ?? 0,
    energy: energy ?? 0,
    activity_type_id: getActivityTypeId('run'),
    remote_activity: '',
  };
  const origin = { remote_connection_type: type, remote_connection_id };
  return { id: `${type} ${id}`, ...toImportedFields(workout, origin, new Date(0)) };
}

function describeEntry({ source, date, start_time, duration, distance }: ImportedEntry) {
  return JSON.stringify([toSourceKey(source), date, start_time, duration, distance]);
}

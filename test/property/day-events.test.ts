import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import {
  type EventType,
  eventTypes,
  type StoredEvent,
  seeEvent,
} from '#functions/account/event/event.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import {
  getDayDate,
  listShownEntries,
  listStoredEntries,
} from '#functions/diary/entry/day-item.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { present } from '#functions/diary/entry/present-entry.ts';
import { settleDays } from '#functions/diary/merging/settle-days.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { buildDataSource } from '#functions/main/data-source/stored-source.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { table } from '#kit/fixtures.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { createRandom, type Random } from '#kit/random.ts';
import {
  buildChangeRecords,
  type Partition,
  readPartition,
} from '#kit/recorded-changes.ts';
import { newId } from '#shared/runtime/ids.ts';

const providers = ['polar', 'withings', 'whoop'] as const;
const watch = { manufacturer: 'Acme', model: 'Watch', name: 'Watch', description: '' };
const dates = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-12-05'] as const;

/** Lists all subsets of the providers: what can be hidden from a viewer. */
const viewers: readonly string[][] = providers.reduce<string[][]>(
  (subsets, type) => subsets.flatMap((subset) => [subset, [...subset, type]]),
  [[]],
);

/** The shown entries of all days by id, as JSON. */
type Diary = ReadonlyMap<string, string>;

interface State {
  partition: Partition;
  /** All entries, whether shown or not. */
  entries: readonly Entry[];
  /** The entries that each viewer sees, by the types that are hidden from them. */
  diaries: ReadonlyMap<readonly string[], Diary>;
}

async function readState(user_id: string): Promise<State> {
  const partition = await readPartition(user_id);
  const { sk: prefix } = dayKeys.diaryDay(user_id, '');
  const days = [...partition.values()].filter(({ sk }) => sk.startsWith(prefix));
  const entries = days.flatMap((day) => listStoredEntries({ ...day }, getDayDate(day)));
  const diaries = new Map(viewers.map((hidden) => [hidden, toDiary(entries, hidden)]));
  return { partition, entries, diaries };
}

function toDiary(entries: readonly Entry[], hidden: readonly string[]): Diary {
  const shown = listShownEntries(entries, hidden);
  return new Map(shown.map((entry) => [entry.id, JSON.stringify(present(entry))]));
}

/** Lists what differs between the day lists of a viewer, by the ids of entries. */
function listDifferences(
  [before, after]: readonly [State, State],
  hidden: readonly string[],
): [string, EventType][] {
  const [old = new Map(), current = new Map()] = [before, after].map(({ diaries }) =>
    diaries.get(hidden),
  );
  const existed = new Set(before.entries.map(({ id }) => id));
  const exist = new Set(after.entries.map(({ id }) => id));
  const ids = [...new Set([...old.keys(), ...current.keys()])].sort();
  return ids.flatMap((id): [string, EventType][] => {
    if (old.get(id) === current.get(id)) return [];
    if (!old.has(id))
      return [[id, existed.has(id) ? 'diary_entry.shown' : 'diary_entry.created']];
    if (!current.has(id))
      return [[id, exist.has(id) ? 'diary_entry.hidden' : 'diary_entry.deleted']];
    return [[id, 'diary_entry.updated']];
  });
}

function listSeen(
  events: readonly StoredEvent[],
  hidden_types: readonly string[],
): [string, EventType][] {
  const seen = events.flatMap(
    (event) => seeEvent(event, { scope: 'diary.read', hidden_types }) ?? [],
  );
  const pairs = seen.map(({ resource, type }): [string, EventType] => [
    resource.id,
    type,
  ]);
  return pairs.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A person with connections and data sources, and random changes of the diary. */
async function openPerson(random: Random) {
  const user_id = await newConnectedPerson(providers);
  const sources: string[] = [];
  for (const type of providers) {
    const device = { ...watch, id: type };
    const id = newId(new Date());
    const source = buildDataSource(id, { name: null, device }, new Date());
    await table().transact(dataSources.toSourceCreation(user_id, source));
    sources.push(id);
  }
  const send = callHandlerAs(user_id, () => {}, []);
  const host = 'diary' as const;
  let reads = 0;

  const readAt = () => {
    reads += 1;
    return new Date(Date.UTC(2026, 11, 10, 0, reads));
  };
  const pick = (entries: readonly Entry[]) => random.sample(entries, 1)[0];
  type Change = (entries: readonly Entry[]) => Promise<unknown>;
  const changes: Readonly<Record<string, Change>> = {
    post: () =>
      send('POST', '/v2/diary', {
        host,
        json: {
          items: [
            {
              type: 'exercise',
              date: random.pick(dates),
              exercise: { id: '1' },
              duration: 60,
              energy: { unit: 'calories', value: 5 },
            },
          ],
        },
      }),
    import: () => {
      const index = random.integer(0, providers.length - 1);
      const workout = {
        ...importedRun,
        remote_id: String(random.integer(1, 2)),
        start_time: `${random.pick(dates)}T17:0${random.integer(0, 3)}:00Z`,
        energy: random.integer(300, 302),
        avg_heart_rate: random.integer(140, 141),
        sensors: random.chance(0.5) ? (['strap'] as const) : [],
        data_source_id: sources[index] ?? '',
      };
      const type = providers[index] ?? 'polar';
      return importWorkout(user_id, type, workout, { readAt: readAt() });
    },
    edit: async (entries) => {
      const entry = pick(entries);
      const json = random.chance(0.5)
        ? { duration: random.integer(1000, 1010) }
        : { avg_heart_rate: random.integer(140, 141) };
      return entry && send('PATCH', `/v2/diary/${entry.id}`, { host, json });
    },
    move: async (entries) => {
      const entry = pick(entries);
      const json = { date: random.pick(dates) };
      return entry && send('PATCH', `/v2/diary/${entry.id}`, { host, json });
    },
    remove: async (entries) => {
      const entry = pick(entries);
      return entry && send('DELETE', `/v2/diary/${entry.id}`, { host });
    },
    prefer: async () => {
      const [id = ''] = random.sample(sources, 1);
      await dataSources.prefer(table(), user_id, {
        id,
        type: 'activity',
        since: readAt().toISOString(),
      });
      await settleDays({ table: table(), user_id }, dates);
    },
    separate: async (entries) => {
      const entry = pick(entries);
      if (entry?.type !== 'exercise' || !entry.duplicates) return undefined;
      const json = {
        source: { separated_from: random.chance(0.5) ? entry.duplicates : [] },
      };
      return send('PATCH', `/v2/diary/${entry.id}`, { host, json });
    },
  };
  return { user_id, changes };
}

const found = new Set<EventType>();

it.each([1, 2, 3, 4, 5, 6])(
  'the events of a change are what differs in the day lists of each viewer: seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const { user_id, changes } = await openPerson(random);
    let before = await readState(user_id);
    for (let step = 0; step < 30; step += 1) {
      const [name = 'import'] = step < 5 ? [] : random.sample(Object.keys(changes), 1);
      await changes[name]?.(before.entries);
      const after = await readState(user_id);
      const records = buildChangeRecords(before.partition, after.partition);
      const events = records.flatMap((record) => deriveEvents(record)?.events ?? []);
      for (const hidden of viewers) {
        const expected = listDifferences([before, after], hidden);
        const seen = listSeen(
          events.filter(({ resource }) => resource.type === 'diary_entry'),
          hidden,
        );
        expect(seen, `step ${step}: ${name}, hidden: ${hidden}`).toEqual(expected);
        for (const [, type] of expected) found.add(type);
      }
      before = after;
    }
  },
);

it('the changes were of all kinds', () => {
  const types = eventTypes.filter((type) => type.startsWith('diary_entry.'));
  expect([...found].sort()).toEqual(types.toSorted());
});

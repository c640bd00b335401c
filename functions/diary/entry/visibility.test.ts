import { describe, expect, it } from 'vitest';
import type { RecordedFileWorkout } from '#functions/diary/workout-import/import-file-workouts.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { run } from '#kit/diary.ts';
import { newPerson } from '#kit/fixtures.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import {
  addConnection,
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import type { TestResponse } from '#kit/send.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { newId } from '#shared/runtime/ids.ts';

const day = '2026-11-20';
const nextDay = '2026-11-21';
const otherDay = '2026-12-05';

interface Item {
  id: string;
  type: string;
  date: string;
  duration: number;
  source?: {
    origin: string;
    remote_connection_type?: string;
    remote_id?: string;
    duplicates?: Item['source'][];
    separated_from?: Item['source'][];
    joined_with?: Item['source'][];
  };
}

interface Body extends Item {
  items: Item[];
  error_details: Record<string, unknown>;
}

/** The durations by which the tests tell the workouts of providers apart. */
const durations = { whoop: 1811, polar: 1822, withings: 1833, strava: 1855 } as const;
type Provider = keyof typeof durations;

/** Opens the diary of a user for a caller who may not see some providers. */
function open(user_id: string, ...hiddenTypes: Provider[]) {
  const texts: string[] = [];
  let lastLine = '';
  const send = callHandlerAs(
    user_id,
    (line) => {
      lastLine = line;
    },
    hiddenTypes,
  );
  const call = async (
    method: 'GET' | 'PATCH' | 'DELETE',
    path: string,
    json?: unknown,
  ) => {
    const options = json === undefined ? {} : { json };
    const response: TestResponse<Body> = await send(method, `/v2/diary${path}`, {
      host: 'diary',
      ...options,
    });
    texts.push(response.text);
    return response;
  };
  const list = async (date = day, query = 'fields=all') =>
    (await call('GET', `?entry_date=${date}&${query}`)).body.items;
  return {
    call,
    list,
    read: (id: string) => call('GET', `/${id}`),
    change: (id: string, members: unknown) => call('PATCH', `/${id}`, members),
    remove: (id: string) => call('DELETE', `/${id}`),
    summarize: async () =>
      (await call('GET', `/summary?from=${day}&to=${otherDay}`)).body.items.map(
        ({ date, duration }) => ({ date, duration }),
      ),
    /** Everything that the caller was told. */
    getTexts: () => texts.join('\n'),
    countCalls: (): number => JSON.parse(lastLine).store_calls,
  };
}

type Diary = ReturnType<typeof open>;

/** Creates a person with the run of these providers, of which the first is preferred. */
async function arrange(...providers: Provider[]) {
  const toId = (type: string, index: number) => `${index} ${type}`;
  const user_id = await newConnectedPerson(providers, toId);
  const add = async (
    type: Provider,
    members: Partial<RecordedFileWorkout> = {},
    id = '1',
  ) =>
    importWorkout(
      user_id,
      type,
      { ...importedRun, duration: durations[type], ...members, remote_id: id },
      { connection: `${providers.indexOf(type)} ${type}` },
    );
  for (const type of providers) await add(type);
  const owner = open(user_id);
  return { user_id, add, owner };
}

const getProvider = ({ source }: Item) => source?.remote_connection_type;
const listProviders = async (diary: Diary, date = day) =>
  (await diary.list(date)).map(getProvider);

/** Returns the id of the entry of a provider, which the person sees, or sees as a duplicate. */
async function findId({ list }: Diary, type: Provider, date = day): Promise<string> {
  const shown = await list(date);
  const listed = shown.flatMap((item) => [item, ...(item.source?.duplicates ?? [])]);
  const found = listed.find(
    (item) =>
      item &&
      'id' in item &&
      ('remote_connection_type' in item
        ? item.remote_connection_type
        : getProvider(item)) === type,
  );
  if (!found || !('id' in found)) throw new Error(`There is no entry of ${type}.`);
  return found.id;
}

/**
 * Expects that an entry of WHOOP leaves through no door of the interface, and that each door takes
 * as many store calls as for an entry that was never there.
 */
async function expectNoTrace(diary: Diary, id: string): Promise<void> {
  for (const date of [day, nextDay, otherDay]) {
    await diary.list(date, '');
    for (const types of ['exercise', 'food_entry', 'diary_meal,exercise,food_entry']) {
      await diary.list(date, `fields=all&types=${types}`);
    }
  }
  await diary.summarize();
  const unknown = newId(new Date()) + id.slice(-11);
  const source = { separated_from: [] };
  const doors: ((id: string) => Promise<TestResponse<Body>>)[] = [
    (each) => diary.read(each),
    (each) => diary.change(each, { distance: 42 }),
    (each) => diary.change(each, { date: otherDay }),
    (each) => diary.change(each, { source }),
    (each) => diary.remove(each),
  ];
  for (const door of doors) {
    const absent = await door(unknown);
    const calls = diary.countCalls();
    const hidden = await door(id);
    expect([hidden.status, diary.countCalls()]).toEqual([404, calls]);
    expect(hidden.text.replaceAll(id, unknown)).toBe(absent.text);
  }
  const told = diary.getTexts().replaceAll(`diary entry ${id}`, '');
  expect(told).not.toContain(id);
  expect(told).not.toContain('whoop');
  expect(told).not.toContain(String(durations.whoop));
}

describe('an entry that a caller may not see leaves through no door', () => {
  it('if it is the only one', async () => {
    const { user_id, owner } = await arrange('whoop');
    const diary = open(user_id, 'whoop');
    await expectNoTrace(diary, await findId(owner, 'whoop'));
    expect(await diary.list()).toEqual([]);
    expect(await diary.summarize()).toEqual([]);
    expect(await owner.summarize()).toEqual([{ date: day, duration: durations.whoop }]);
  });

  it('if it is shown instead of another one, which the caller sees in its place', async () => {
    const { user_id, owner } = await arrange('whoop', 'polar');
    expect(await listProviders(owner)).toEqual(['whoop']);
    const diary = open(user_id, 'whoop');
    await expectNoTrace(diary, await findId(owner, 'whoop'));
    const [shown, ...others] = await diary.list();
    expect(others).toEqual([]);
    expect(shown?.source).toMatchObject({
      remote_connection_type: 'polar',
      duplicates: [],
    });
    expect(await diary.summarize()).toEqual([{ date: day, duration: durations.polar }]);
    expect((await diary.read(shown?.id ?? '')).body.source).toEqual(shown?.source);
  });

  it('if it is hidden by another one', async () => {
    const { user_id, owner } = await arrange('polar', 'whoop');
    const diary = open(user_id, 'whoop');
    const id = await findId(owner, 'whoop');
    expect((await owner.read(id)).status).toBe(200);
    await expectNoTrace(diary, id);
    const [shown] = await diary.list();
    expect(shown?.source?.duplicates).toEqual([]);
  });

  it('if the person has moved it', async () => {
    const { user_id, owner } = await arrange('whoop');
    const id = await findId(owner, 'whoop');
    await owner.change(id, { date: otherDay });
    const diary = open(user_id, 'whoop');
    for (const date of [day, otherDay]) expect(await diary.list(date)).toEqual([]);
    expect(await diary.summarize()).toEqual([]);
    for (const response of [
      await diary.read(id),
      await diary.change(id, { distance: 42 }),
      await diary.change(id, { date: nextDay }),
      await diary.remove(id),
    ]) {
      expect(response.status).toBe(404);
      expect(diary.countCalls()).toBeLessThanOrEqual(2);
    }
    expect(await listProviders(owner, otherDay)).toEqual(['whoop']);
  });

  it('if the person has edited it', async () => {
    const { user_id, owner } = await arrange('polar', 'whoop');
    const id = await findId(owner, 'whoop');
    await owner.change(id, { distance: 4200 });
    expect(await listProviders(owner)).toEqual(['whoop']);
    const diary = open(user_id, 'whoop');
    await expectNoTrace(diary, id);
    expect(await listProviders(diary)).toEqual(['polar']);
  });

  it('if the person has joined it with another one, or separated it', async () => {
    const { user_id, owner, add } = await arrange('whoop', 'polar');
    const later = { start_time: '2026-11-20T21:00:00Z', distance: 4200 };
    await add('polar', { ...later, duration: 900 }, 'evening');
    const whoop = { remote_connection_type: 'whoop', remote_id: '1' };
    const evening = (await owner.list()).find(({ duration }) => duration === 900);
    const joined_with = [whoop];
    await owner.change(evening?.id ?? '', { source: { joined_with } });
    const diary = open(user_id, 'whoop');
    expect(await listProviders(owner)).toEqual(['whoop']);
    expect(await listProviders(diary)).toEqual(['polar', 'polar']);
    await expectNoTrace(diary, await findId(owner, 'whoop'));

    // The caller neither takes back nor repeats an entry that it cannot see.
    const id = evening?.id ?? '';
    const hasJoined = async () => (await owner.read(id)).body.source?.joined_with;
    const repeated = await diary.change(id, { source: { joined_with } });
    expect(repeated.status).toBe(422);
    expect((await diary.change(id, { source: { joined_with: [] } })).status).toBe(200);
    expect(await hasJoined()).toEqual(joined_with);

    await owner.change(id, { source: { separated_from: [whoop] } });
    expect((await owner.read(id)).body.source?.separated_from).toEqual([whoop]);
    expect((await diary.read(id)).body.source?.separated_from).toEqual([]);
    const rejected = await diary.change(id, { source: { separated_from: [whoop] } });
    const unknown = [{ remote_connection_type: 'garmin', remote_id: '1' }];
    const refused = await diary.change(id, { source: { separated_from: unknown } });
    expect([rejected.status, rejected.text]).toEqual([422, refused.text]);
  });
});

/** A person whose entries no test changes. */
const unchanged = await arrange('whoop', 'polar', 'withings');

describe('of several entries for one workout, a caller sees the first that it may see', () => {
  it.each<[Provider[], Provider | undefined, Provider[]]>([
    [[], 'whoop', ['polar', 'withings']],
    [['whoop'], 'polar', ['withings']],
    [['polar'], 'whoop', ['withings']],
    [['whoop', 'polar'], 'withings', []],
    [['whoop', 'withings'], 'polar', []],
    [['whoop', 'polar', 'withings'], undefined, []],
  ])('without %j: %s', async (hidden, shown, duplicates) => {
    const diary = open(unchanged.user_id, ...hidden);
    const items = await diary.list();
    expect(items.map(getProvider)).toEqual(shown ? [shown] : []);
    const listed = items[0]?.source?.duplicates ?? [];
    expect(listed.map((each) => each?.remote_connection_type)).toEqual(duplicates);
    const total = shown ? [{ date: day, duration: durations[shown] }] : [];
    expect(await diary.summarize()).toEqual(total);
  });

  it('even if that is on the next day', async () => {
    const { user_id, owner, add } = await arrange('whoop');
    await addConnection(user_id, 'polar', '-1 polar');
    await add('whoop', { distance: 4200 });
    await add('polar', { utc_offset: 8 * 3600 });
    expect(await listProviders(owner)).toEqual(['whoop']);
    const diary = open(user_id, 'whoop');
    expect(await listProviders(diary)).toEqual([]);
    expect(await listProviders(diary, nextDay)).toEqual(['polar']);
    expect(await diary.summarize()).toEqual([
      { date: nextDay, duration: durations.polar },
    ]);
  });

  it('which is a file, whatever provider is hidden', async () => {
    const { user_id } = await arrange('whoop', 'polar');
    await importFiles(user_id, '1', [
      newFile('run.fit', { ...recordedRun, duration: 1844 }),
    ]);
    const diary = open(user_id, 'whoop', 'polar');
    const [shown, ...others] = await diary.list();
    expect(others).toEqual([]);
    expect(shown).toMatchObject({
      duration: 1844,
      source: { origin: 'file', duplicates: [] },
    });
  });

  it('or the next one, after it has removed that one', async () => {
    const { user_id, owner } = await arrange('whoop', 'polar', 'withings');
    const diary = open(user_id, 'whoop');
    const [shown] = await diary.list();
    expect((await diary.remove(shown?.id ?? '')).status).toBe(204);
    expect(await listProviders(diary)).toEqual(['withings']);
    expect(await listProviders(owner)).toEqual(['whoop']);
  });

  it('which it changes, and moves', async () => {
    const { user_id, owner } = await arrange('whoop', 'polar');
    const diary = open(user_id, 'whoop');
    const [shown] = await diary.list();
    const changed = await diary.change(shown?.id ?? '', { distance: 4242 });
    expect(changed.body.source).toMatchObject({ duplicates: [] });
    expect(await listProviders(owner)).toEqual(['polar']);
    const moved = await diary.change(shown?.id ?? '', { date: otherDay });
    expect(moved.body.date).toBe(otherDay);
    expect(await listProviders(diary)).toEqual([]);
    expect(diary.getTexts()).not.toContain('whoop');
  });
});

describe('what a caller sees of two entries does not depend on a third one', () => {
  const start_time = '2026-11-20T17:00:00Z';
  const hour = 3600;
  const getTypeId = (key: ActivityTypeKey) => ({
    activity_type_id: getActivityTypeId(key),
  });

  /** Returns what callers see of the day: the providers, each with those of its duplicates. */
  const listMerged = async (diary: Diary) =>
    (await diary.list()).map(({ source }) => [
      source?.remote_connection_type,
      ...(source?.duplicates ?? []).map((each) => each?.remote_connection_type),
    ]);

  it('that alone proves that they are one workout', async () => {
    const { user_id, owner, add } = await arrange('polar', 'withings', 'whoop');
    await add('polar', { ...getTypeId('strength'), start_time, duration: 2400 });
    const hike = { ...getTypeId('hike'), start_time: '2026-11-20T17:12:00Z' };
    await add('withings', { ...hike, duration: 2880 });
    await add('whoop', { start_time, duration: hour });
    const [merged, ...others] = await listMerged(owner);
    expect([merged?.toSorted(), others]).toEqual([['polar', 'whoop', 'withings'], []]);
    const seen = (await listMerged(open(user_id, 'whoop'))).sort();
    expect(seen).toEqual([['polar'], ['withings']]);
  });

  it('that alone keeps them apart', async () => {
    const { user_id, owner, add } = await arrange('withings', 'whoop', 'polar');
    await add('withings', { start_time, duration: hour });
    await add('whoop', { start_time, duration: 2400 });
    const late = { start_time: '2026-11-20T17:38:00Z', duration: 1320 };
    await add('polar', late);
    const apart = (await listMerged(owner)).sort();
    expect(apart).toEqual([['polar'], ['withings', 'whoop']]);
    const diary = open(user_id, 'whoop');
    expect(await listMerged(diary)).toEqual([['withings', 'polar']]);
    expect(await diary.summarize()).toEqual([{ date: day, duration: hour }]);
    // The entry of Polar is hidden from this caller only, and shown again if it is edited.
    const id = await findId(diary, 'polar');
    expect((await diary.change(id, { distance: 4242 })).status).toBe(200);
    expect(await listMerged(diary)).toEqual([['polar', 'withings']]);
    expect((await listMerged(owner)).sort()).toEqual(apart);
  });

  it('of which only one is less than half', async () => {
    const { user_id, owner, add } = await arrange('polar', 'withings', 'strava');
    await add('polar', { start_time, duration: 1680 });
    await add('withings', { start_time, duration: 1860 });
    await add('strava', { start_time, duration: hour });
    const [shown] = await owner.list();
    expect(shown?.source?.remote_connection_type).toBe('withings');
    const [seen, ...others] = await open(user_id, 'strava').list();
    expect([seen, others]).toMatchObject([
      {
        source: {
          remote_connection_type: 'polar',
          duplicates: [
            { remote_connection_type: 'withings', decided_by: 'earlier_connection' },
          ],
        },
      },
      [],
    ]);
  });

  it('because of which further days would not be read', async () => {
    const { user_id, owner, add } = await arrange('withings', 'polar', 'whoop');
    const evening = (date: string) => ({ start_time: `${date}T21:00:00Z` });
    await add('polar', evening(day), '2');
    const ids = ['3', '4', '5', '6'];
    for (const [index, id] of ids.entries()) {
      const start_time = `2026-11-19T0${2 * index}:00:00Z`;
      await add('whoop', { start_time }, id);
      const [stored] = await owner.list('2026-11-19');
      expect(
        (await owner.change(stored?.id ?? '', { date: `2026-12-1${id}` })).status,
      ).toBe(200);
    }
    const late = (await owner.list()).find(({ source }) => source?.remote_id === '2');
    await owner.change(late?.id ?? '', { date: otherDay });

    const diary = open(user_id, 'whoop');
    const joined_with = [{ remote_connection_type: 'polar', remote_id: '2' }];
    const joined = await diary.change(await findId(diary, 'withings'), {
      source: { joined_with },
    });
    expect(joined.body.error_details).toBeUndefined();
    expect(joined.body.source?.joined_with).toMatchObject(joined_with);
  });

  it('with which one of them was joined, or from which it was separated', async () => {
    const { user_id, owner, add } = await arrange('polar', 'whoop', 'withings');
    const evening = { start_time: '2026-11-20T21:00:00Z', duration: hour };
    await add('withings', evening);
    const whoop = { remote_connection_type: 'whoop', remote_id: '1' };
    const withings = { remote_connection_type: 'withings', remote_id: '1' };
    await owner.change(await findId(owner, 'withings'), {
      source: { joined_with: [whoop] },
    });
    const polar = await findId(owner, 'polar');
    const diary = open(user_id, 'whoop');
    expect((await listMerged(diary)).sort()).toEqual([['polar'], ['withings']]);
    const separated = await diary.change(polar, {
      source: { separated_from: [withings] },
    });
    expect(separated.body.source?.separated_from).toEqual([
      { origin: undefined, ...withings },
    ]);
    const late = await diary.read(await findId(diary, 'withings'));
    expect(late.body.source?.joined_with).toEqual([]);
    expect(late.body.source?.separated_from).toHaveLength(1);
  });
});

/** Returns the store calls of changes of an entry for a caller who may not see WHOOP. */
async function countChanges(imported: readonly Provider[], isMoved = false) {
  const { user_id, owner } = await arrange(...imported);
  if (isMoved) await owner.change(await findId(owner, 'whoop'), { date: otherDay });
  const diary = open(user_id, 'whoop');
  const [shown] = await diary.list();
  const id = shown?.id ?? '';
  const taken: number[] = [];
  const changes = [{ distance: 42 }, { date: nextDay }, { date: day }];
  for (const change of changes) {
    expect((await diary.change(id, change)).status).toBe(200);
    taken.push(diary.countCalls());
  }
  await diary.remove(id);
  return [...taken, diary.countCalls()];
}

const callsOfOneEntry = await countChanges(['polar']);

it.each<{ state: string; providers: Provider[]; isMoved?: boolean }>([
  { state: 'shown', providers: ['whoop', 'polar'] },
  { state: 'a duplicate', providers: ['polar', 'whoop'] },
  { state: 'moved to another day', providers: ['whoop', 'polar'], isMoved: true },
])(
  'a change takes as many store calls if a hidden entry of the workout is $state',
  async ({ providers, isMoved }) => {
    expect(await countChanges(providers, isMoved)).toEqual(callsOfOneEntry);
  },
);

it('entries of applications and of the person are seen by everyone, for one store call', async () => {
  const { user_id } = await newPerson();
  const send = callHandlerAs(user_id);
  await send('POST', '/v2/diary', { host: 'diary', json: { items: [run] } });
  const diary = open(user_id, 'whoop', 'polar');
  const [shown] = await diary.list();
  expect(shown?.source).toEqual({ origin: 'application' });
  expect((await diary.change(shown?.id ?? '', { distance: 42 })).status).toBe(200);
  expect(diary.countCalls()).toBe(1);
  expect((await diary.remove(shown?.id ?? '')).status).toBe(204);
  expect(diary.countCalls()).toBe(1);
});

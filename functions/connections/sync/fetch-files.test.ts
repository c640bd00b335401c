import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import { requestSyncByUser } from '#functions/connections/connection/sync-request.store.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import { decodeFile } from '#functions/diary/file-import/formats/decode-file.ts';
import type { FetchedFiles } from '#functions/diary/file-import/pushed/fetched-files.ts';
import { pushedFileKeys } from '#functions/diary/file-import/pushed/pushed-file.keys.ts';
import { storeFetched } from '#functions/diary/file-import/run/store-fetched.ts';
import { requireAddress } from '#functions/diary/merging/imported-entry.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import { importFileWorkouts } from '#functions/diary/workout-import/import-file-workouts.ts';
import { importWorkouts } from '#functions/diary/workout-import/import-workouts.ts';
import { removeWorkouts } from '#functions/diary/workout-import/remove-workouts.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { createFailingTable, createTableOfCalls } from '#kit/failing-table.ts';
import { buildRunFile, openImportStores } from '#kit/file-imports.ts';
import { table } from '#kit/fixtures.ts';
import { toCallResult, toStandInRequest } from '#kit/provider-stand-ins/call.ts';
import type { StandInFault, StandInWorkout } from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import { connectSynced } from '#kit/synced-account.ts';
import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages, listRecords } from '#kit/workout-files/fit-files.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';

const at = new Date('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;
const minutes = 10;

/** Builds the file of a run of ten minutes, of which its watch states other sums than a list. */
function buildFit(date: string): Buffer {
  const start = `${date}T07:00:00Z`;
  const records = listRecords({
    start,
    count: minutes * 60 + 1,
    from: [48.1, 11.5],
    toValues: (index) => ({ heart_rate: 120 + (index % 20) }),
  });
  const session = {
    timestamp: `${date}T07:10:00Z`,
    start_time: start,
    sport: 1,
    total_elapsed_time: minutes * 60,
    total_timer_time: minutes * 60,
    total_distance: 2100,
    total_calories: 130,
    avg_heart_rate: 130,
  };
  const file = { time_created: start };
  return encodeFit(listActivityMessages({ file, sessions: [session], records }));
}

type SentFile = StandInWorkout['file'];

/** Connects an account that has a run on each of the last days, the first one of them today. */
async function connect(files: readonly SentFile[]) {
  const standIn = createProviderStandIn('intervals_icu', () => at.getTime());
  const account = newId(new Date());
  const code = { account, scopes: [], redirect_uri: '', code_challenge: undefined };
  const grant = standIn.grants.redeem(standIn.grants.issueCode(code), null, null);
  const dates = files.map((_, index) => {
    const day = new Date(at.getTime() - index * 24 * hourMs);
    return day.toISOString().slice(0, 10);
  });
  const workouts = new Map<string, StandInWorkout>();
  for (const [index, file] of files.entries()) {
    const id = standIn.toId(index);
    const start = `${dates[index]}T07:00:00.000Z`;
    const facts = { offset: 0, duration: 600, sport: 'TrailRun', distance: 2000 };
    workouts.set(id, { id, start, ...facts, changed: 0, ...(file && { file }) });
  }
  standIn.workouts.set(account, workouts);
  const requests: CallRequest[] = [];
  const faults = new Map<number, StandInFault>();
  /** What happens during a request. */
  const during: { request?: (url: string) => unknown } = {};
  const send = async (request: CallRequest) => {
    requests.push(request);
    await during.request?.(request.url);
    const fault = faults.get(requests.length);
    return toCallResult(standIn.handleCall(toStandInRequest(request), fault));
  };
  const access_token = grant?.access_token ?? '';
  const connection = { type: 'intervals_icu', remote_id: account, access_token };
  const synced = await connectSynced({ connection, send, at });
  const { user_id, ids, clock } = synced;

  const listQueued = () =>
    table().query<FetchedFiles & { pk: string; sk: string }>(
      pushedFileKeys.pushedFiles(user_id),
    );
  /** Reads what the sync has fetched, as the queue would have it done. */
  const read = async (on = table()) => {
    const outcomes: string[] = [];
    for (const message of await listQueued()) {
      const deps = { ...openImportStores(), table: on, getNow: () => clock.now };
      outcomes.push(await storeFetched(deps, user_id, message));
    }
    return outcomes;
  };
  const listEntries = async () => {
    const all = await Promise.all(dates.map((date) => synced.listDay(date)));
    return all.flat();
  };
  const listRecords = async () => {
    const all = await records.listByConnection(table(), ids);
    return all.toReversed();
  };
  const listSeries = async () => {
    const keys = (await listRecords()).map(({ batch }) =>
      seriesKeys.workoutSeries(user_id, batch),
    );
    const found = await table().getEach(keys);
    return found.map((series) => series !== undefined);
  };
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  const countFiles = () => requests.filter(({ url }) => url.endsWith('/file')).length;
  const means = { listQueued, read, listEntries, listRecords, listSeries, countFiles };
  return { ...synced, ...means, wait, during, faults, requests, workouts, dates };
}

/** Withdraws a workout, as if the provider had deleted it. */
async function withdraw({ ids, clock, findConnection }: Person, workout_id: string) {
  const connection = await findConnection();
  const job = {
    ...ids,
    remote_connection_type: 'intervals_icu',
    account_id: connection?.remote_id ?? '',
    readAt: clock.now,
    workouts: [],
    deleted: [workout_id],
  };
  return importWorkouts(table(), job, clock.now);
}

type Person = Awaited<ReturnType<typeof connect>>;

/** Builds the files of a run a day, the latest first. */
function buildDaily(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    buildFit(new Date(at.getTime() - index * 24 * hourMs).toISOString().slice(0, 10)),
  );
}

const today = '2026-11-20';
const fit = buildFit(today);

it.each([
  { kind: 'FIT', file: fit },
  { kind: 'gzip', file: gzipSync(fit) },
  { kind: 'GPX', file: Buffer.from(buildRunFile(today).content) },
])('a $kind file gives its entry curves and sums, once', async ({ kind, file }) => {
  const person = await connect([file]);
  expect(await person.sync()).toMatchObject({ outcome: 'synchronized' });
  expect(await person.listEntries()).toMatchObject([{ distance: 2000 }]);
  expect(await person.read()).toEqual(['done']);
  const stated = kind === 'GPX' ? {} : { distance: 2100, avg_heart_rate: 130 };
  const entries = await person.listEntries();
  expect(entries).toMatchObject([
    { duration: 600, ...stated, source: { remote_connection_type: 'intervals_icu' } },
  ]);
  expect(await person.listSeries()).toEqual([true]);
  expect(await person.listQueued()).toEqual([]);

  person.wait(hourMs);
  await person.sync();
  expect(await person.listEntries()).toEqual(entries);
  expect(person.countFiles()).toBe(1);
});

it('what the person changes at the provider afterwards counts', async () => {
  const person = await connect([fit]);
  await person.sync();
  await person.read();
  const workout = person.workouts.get('i0');
  if (workout) workout.distance = 1950;
  person.wait(hourMs);
  await person.sync();
  expect(await person.listEntries()).toMatchObject([
    { distance: 1950, avg_heart_rate: 130 },
  ]);
  expect(await person.listSeries()).toEqual([true]);
});

it.each([
  { what: '404', file: 404 },
  { what: '422', file: 422 },
  { what: 'no bytes', file: Buffer.alloc(0) },
])('an activity with $what keeps what its list says', async ({ file }) => {
  const person = await connect([file]);
  await person.sync();
  person.wait(hourMs);
  await person.sync();
  expect(person.countFiles()).toBe(1);
  expect(await person.listEntries()).toMatchObject([{ distance: 2000 }]);
  expect(await person.listSeries()).toEqual([false]);
});

it.each([
  { what: 'is damaged', file: fit.subarray(0, 500) },
  { what: 'no program reads', file: Buffer.from('hello') },
])('a file that $what is given up after an hour', async ({ file }) => {
  const person = await connect([file]);
  for (let syncs = 0; syncs < 4; syncs += 1) {
    await person.sync();
    await person.read();
    person.wait(1.1 * hourMs);
  }
  expect(person.countFiles()).toBe(2);
  expect(await person.listRecords()).toMatchObject([{ file_state: 'none' }]);
  expect(await person.listEntries()).toMatchObject([{ distance: 2000 }]);
});

it('a file that fails is given up after a day, and does not keep others back', async () => {
  const failing = [503, 503, 503];
  const person = await connect([...failing, fit]);
  await person.sync();
  await person.sync();
  await person.read();
  expect(await person.listSeries()).toEqual([false, false, false, true]);
  for (let syncs = 0; syncs < 5; syncs += 1) {
    person.wait(8 * hourMs);
    await person.sync();
  }
  const states = (await person.listRecords()).map(({ file_state }) => file_state);
  expect(states).toEqual(['none', 'none', 'none', 'read']);
  expect(await person.listEntries()).toHaveLength(4);
});

it('an outage of hours costs no file', async () => {
  const person = await connect([503, 503, 503, 503]);
  for (let syncs = 0; syncs < 5; syncs += 1) {
    await person.sync();
    person.wait(4 * hourMs);
  }
  for (const [index, workout] of [...person.workouts.values()].entries())
    workout.file = buildFit(person.dates[index] ?? today);
  await person.sync();
  await person.read();
  expect(await person.listSeries()).toEqual([true, true, true, true]);
});

it('files are fetched as fast as the limits allow, with at most 1.5 store calls each', async () => {
  const count = 30;
  const person = await connect(buildDaily(count));
  let calls = 0;
  const counting = createTableOfCalls((call) => {
    calls += 1;
    return call();
  });
  await person.syncWith({ table: counting });
  const queued = await person.listQueued();
  expect(await person.read(counting)).toEqual(['done']);
  // Each object is written once, read by the MB and deleted.
  const objects = queued.length * 3;
  expect((calls + objects) / count).toBeLessThan(1.5);
  expect(await person.listSeries()).toEqual(Array(count).fill(true));
  expect(await person.findConnection()).toMatchObject({
    sync_files: { fetched: count, left: 0 },
  });
});

it('the files of earlier years are fetched, each once, as the limits allow', async () => {
  const count = 100;
  const person = await connect(buildDaily(count));
  await person.sync();
  const before = person.clock.now.toISOString();
  const { user_id, id, clock } = person;
  await requestSyncByUser(table(), user_id, id, clock.now, { before });
  const fetched: number[] = [];
  for (let syncs = 0; syncs < 7; syncs += 1) {
    const earlier = person.countFiles();
    person.wait(60_000);
    await person.sync();
    await person.read();
    fetched.push(person.countFiles() - earlier);
  }
  expect(await person.listSeries()).toEqual(Array(count).fill(true));
  expect(person.countFiles()).toBe(count);
  expect(Math.max(...fetched)).toBeLessThan(60);
  expect(await person.findConnection()).toMatchObject({
    sync_files: { fetched: count, left: 0 },
    sync_history: { is_read: true },
  });
});

it('files of earlier years are not lost with a workout that is gone meanwhile', async () => {
  const count = 38;
  const person = await connect(buildDaily(count));
  await person.sync();
  const before = person.clock.now.toISOString();
  const { user_id, id, clock } = person;
  await requestSyncByUser(table(), user_id, id, clock.now, { before });
  person.wait(hourMs);
  // The clean-up of an earlier connection of the account, which was disconnected.
  person.during.request = async (url) => {
    if (!url.endsWith('/i35/file')) return;
    const subjects = (await person.listRecords()).slice(35, 36);
    await removeWorkouts(table(), user_id, { id, subjects });
  };
  const ended = await person.sync();
  expect(ended).toMatchObject({ outcome: 'synchronized', report: { rest: 'later' } });
  delete person.during.request;
  person.wait(hourMs);
  await person.sync();
  await person.read();
  expect(await person.listSeries()).toEqual(Array(count).fill(true));
});

it('a slow provider has all its files fetched, one in each sync at least', async () => {
  const person = await connect(buildDaily(3));
  person.during.request = () => person.wait(31_000);
  const rests: unknown[] = [];
  for (let syncs = 0; syncs < 3; syncs += 1) {
    const ended = await person.sync();
    rests.push('report' in ended && ended.report.rest);
  }
  expect(rests).toEqual(['more', 'more', 'done']);
  expect(person.countFiles()).toBe(3);
});

it.each(['server-error', 'rate-limit', 'truncated'] as const)(
  'nothing is lost or twice if each third call fails with %s',
  async (fault) => {
    const person = await connect(
      [0, 1, 2].map((index) => buildFit(`2026-11-${20 - index}`)),
    );
    for (let number = 1; number < 12; number += 3) person.faults.set(number, fault);
    for (let syncs = 0; syncs < 12; syncs += 1) {
      await person.sync();
      await person.read();
      person.wait(hourMs / 3);
    }
    expect(await person.listSeries()).toEqual([true, true, true]);
    expect(await person.listEntries()).toHaveLength(3);
  },
);

it('nothing is lost or twice if a process ends at any write', async () => {
  const person = await connect([fit, buildFit('2026-11-19')]);
  for (let number = 1; number < 14; number += 1) {
    const failing = () => createFailingTable({ number, isWritten: number % 2 === 0 });
    await person.syncWith({ table: failing() }).catch(() => undefined);
    await person.read(failing()).catch(() => undefined);
    person.wait(hourMs);
  }
  person.wait(8 * hourMs);
  await person.sync();
  await person.read();
  expect(await person.listSeries()).toEqual([true, true]);
  expect(await person.listEntries()).toHaveLength(2);
});

it('a file on its way stores nothing once the person has deleted its entry', async () => {
  const person = await connect([fit]);
  await person.sync();
  const { user_id } = person;
  for (const { id } of await person.listEntries())
    await deleteFromDiary({ table: table(), user_id }, requireAddress(id));
  expect(await person.read()).toEqual(['done']);
  expect(await person.listEntries()).toEqual([]);
  expect(await person.listSeries()).toEqual([false]);
  person.wait(hourMs);
  await person.sync();
  expect(person.countFiles()).toBe(1);
});

it('a file on its way stores nothing once the provider has deleted its workout', async () => {
  const person = await connect([fit]);
  await person.sync();
  person.wait(hourMs);
  expect(await withdraw(person, 'i0')).toMatchObject({ removed: 1 });
  await person.read();
  expect(await person.listEntries()).toEqual([]);
  expect(await person.listSeries()).toEqual([false]);

  // It is fetched again with a workout that comes back.
  person.wait(hourMs);
  await person.sync();
  await person.sync();
  await person.read();
  expect(await person.listSeries()).toEqual([true]);
});

it('a workout that two lists, a day apart, do not have goes with its curves', async () => {
  const person = await connect(buildDaily(3));
  await person.sync();
  await person.read();
  person.workouts.delete('i1');
  const left: number[] = [];
  for (const hours of [1, 23, 1]) {
    person.wait(hours * hourMs);
    await person.sync();
    left.push((await person.listEntries()).length);
  }
  expect(left).toEqual([3, 3, 2]);
  expect(await person.listSeries()).toEqual([true, false, true]);
});

it.each(['first', 'last'])(
  'a file that the person imports, too, is one workout, if it is imported %s',
  async (order) => {
    const person = await connect([fit]);
    // The person has corrected the clock of the watch at the provider.
    const workout = person.workouts.get('i0');
    if (workout) workout.start = `${today}T09:00:00.000Z`;
    const { user_id } = person;
    const importByHand = async () => {
      const decoded = decodeFile(fit, 'run.fit', { timeZone: 'UTC' });
      if (decoded.outcome !== 'workouts') throw new Error('The file is unreadable.');
      const { workouts, identity: file_id = '' } = decoded;
      const file = { file_id, isExact: false, file_name: 'run.fit', workouts };
      const import_id = newId(person.clock.now);
      const job = { user_id, import_id, files: [file] };
      await importFileWorkouts(table(), job, person.clock.now);
    };
    if (order === 'first') await importByHand();
    await person.sync();
    await person.read();
    if (order === 'last') await importByHand();
    const entries = await person.listEntries();
    expect(entries.filter((entry) => !('hidden_by' in entry))).toHaveLength(1);
  },
);

it.each([true, false])(
  'a file on its way stores nothing once the account is disconnected, entries deleted: %s',
  async (deletes_entries) => {
    const person = await connect([fit]);
    await person.sync();
    const { user_id, id, clock } = person;
    await disconnect(table(), user_id, id, { deletes_entries, now: clock.now });
    expect(await person.read()).toEqual(['gone']);
    expect(await person.listQueued()).toEqual([]);
    expect(await person.listSeries()).toEqual([false]);
  },
);

it('a file waits while the person has restricted the processing', async () => {
  const person = await connect([fit]);
  await person.sync();
  await processing.restrict(table(), person.user_id, person.clock.now);
  expect(await person.read()).toEqual(['held']);
  const given = { givesConsent: false, now: person.clock.now };
  await processing.resume(table(), person.user_id, given);
  expect(await person.read()).toEqual(['done']);
  expect(await person.listSeries()).toEqual([true]);
});

// Synchronizes workouts with their files, and imports the same files from an archive, in turn in
// one process. Prints the milliseconds of CPU and the store calls of a workout.
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import type { FetchedFiles } from '#functions/diary/file-import/pushed/fetched-files.ts';
import { pushedFileKeys } from '#functions/diary/file-import/pushed/pushed-file.keys.ts';
import { storeFetched } from '#functions/diary/file-import/run/store-fetched.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { createTableOfCalls } from '#kit/failing-table.ts';
import { openImportStores, runNextImport } from '#kit/file-imports.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { success } from '#shared/runtime/result.ts';
import type { FileCosts, WorkoutCost } from './provider-files.ts';
import { median } from './statistics.ts';
import { buildLongFile } from './workout-files/long-files.ts';

/** Rounds in turn, and those before that compile the code. */
const [rounds, warmUpRounds] = [25, 8];

/** Two files a day: as many as a sync gets, of the days that the first one reads. */
const files = Array.from({ length: 50 }, (_, index) => {
  const day = new Date(Date.UTC(2026, 10, 20 - Math.floor(index / 2)));
  const start = `${day.toISOString().slice(0, 10)}T${index % 2 ? '16' : '07'}:00:00Z`;
  return { id: `i${index}`, start, bytes: buildLongFile('fit', 3600, start) };
});
const at = new Date('2026-11-20T22:00:00Z');

let calls = 0;
const counting = createTableOfCalls((call) => {
  calls += 1;
  return call();
});

/** Measures work. Each object is written, read and deleted by a call. */
async function measure(objects: () => number, work: () => Promise<void>) {
  calls = 0;
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / files.length;
  return { cpu, calls: (calls + 3 * objects()) / files.length };
}

const listed = files.map(({ id, start }) => ({
  ...{ id, source: 'UPLOAD', type: 'Run', start_date: start },
  start_date_local: start.replace('Z', ''),
  ...{ moving_time: 3600, elapsed_time: 3600, distance: 10_000, calories: 700 },
}));

async function send({ url }: CallRequest) {
  const [, id] = /activity\/([^/]+)\/file$/.exec(url) ?? [];
  const bytes = files.find((file) => file.id === id)?.bytes;
  const text = JSON.stringify(url.includes('/activities?') ? listed : []);
  const body = bytes ? { text: '', bytes } : { text };
  return success({ status: 200, ...body, header: () => undefined });
}

async function measureSync(): Promise<WorkoutCost> {
  const connection = { type: 'intervals_icu', remote_id: newId(at) };
  const { user_id, syncWith, deps } = await connectSynced({ connection, send, at });
  let objects = 0;
  return measure(
    () => objects,
    async () => {
      await syncWith({ table: counting });
      const range = pushedFileKeys.pushedFiles(user_id);
      const messages = await table().query<FetchedFiles>(range);
      for (const message of messages) {
        const stores = { ...openImportStores(), table: counting, getNow: deps.getNow };
        const outcome = await storeFetched(stores, user_id, message);
        if (outcome !== 'done') throw new Error(`The files are ${outcome}.`);
      }
      objects = messages.length;
    },
  );
}

async function measureArchive(): Promise<WorkoutCost> {
  const { user_id } = await newPerson();
  const { files: imports } = openImportStores();
  const id = newId(at);
  const sent = files.map((file) => ({ name: `${file.id}.fit`, bytes: file.bytes }));
  await startImport({ table: table(), imports }, user_id, { id, files: sent }, at);
  return measure(
    () => 1,
    async () => {
      const { outcome } = await runNextImport(user_id, id, { table: counting });
      if (outcome !== 'done') throw new Error(`The import is ${outcome}.`);
      const job = await jobs.find(table(), user_id, id, at);
      if (job?.entries !== files.length) throw new Error('Files are left out.');
    },
  );
}

// The log of the functions must not mix with the result on the standard output.
const { write } = process.stdout;
process.stdout.write = () => true;
const synced: WorkoutCost[] = [];
const archived: WorkoutCost[] = [];
for (let round = 0; round < warmUpRounds + rounds; round += 1) {
  synced.push(await measureSync());
  archived.push(await measureArchive());
}
const measured = {
  synced: synced.slice(warmUpRounds),
  archived: archived.slice(warmUpRounds),
};
const ratios = measured.synced.map(
  ({ cpu }, i) => cpu / (measured.archived[i]?.cpu ?? 0),
);
const summarize = (all: readonly WorkoutCost[]): WorkoutCost => ({
  cpu: median(all.map(({ cpu }) => cpu)),
  calls: median(all.map((each) => each.calls)),
});
process.stdout.write = write;
const result: FileCosts = {
  synced: summarize(measured.synced),
  archived: summarize(measured.archived),
  ratio: median(ratios),
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));

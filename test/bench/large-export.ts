import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accountKeys } from '#functions/account/account.keys.ts';
import * as dataExports from '#functions/account/export/data-export.store.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { openOriginals, toOriginalKey } from '#functions/main/image/image.store.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { isNew } from '#shared/table/condition.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { bundleProgram, receiveMessage, startFunction } from './child-process.ts';
import { markdownTable, toMegabytes } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** The part of an item that requests a run. */
interface Requested {
  continuation?: unknown;
}

const entriesOfDay = 100;
const imageBytes = 4 * 1024 * 1024;

/** Stores days with a hundred different entries each. */
async function fillDiary(user_id: string, entries: number): Promise<void> {
  for (let day = 0; day < entries / entriesOfDay; day++) {
    const date = addDays('2000-01-01', day);
    const stored = Array.from({ length: entriesOfDay }, (_, index) => ({
      type: 'food_entry',
      date,
      diary_meal: 'Lunch',
      food: { name: randomBytes(12).toString('hex') },
      servings: 1,
      nutritional_contents: { energy: { unit: 'calories', value: index }, protein: 5.1 },
    }));
    // A day has an attribute for each batch: its id, and its entries by their index.
    const batches = [stored.slice(0, 50), stored.slice(50)].map((batch) => [
      newId(new Date()),
      { ...batch },
    ]);
    const row = { own_entries: entriesOfDay, ...Object.fromEntries(batches) };
    await table().put<object>({ ...dayKeys.diaryDay(user_id, date), ...row }, isNew);
  }
}

/** Stores images of random bytes, which no compression makes smaller. */
async function fillImages(user_id: string, images: number): Promise<void> {
  for (let image = 0; image < images; image++) {
    const id = newId(new Date());
    const key = imageKeys.image(id);
    const type = 'image/jpeg';
    const created_datetime = new Date().toISOString();
    const row = { id, user_id, type, bytes: imageBytes, created_datetime };
    const original = { bytes: randomBytes(imageBytes), type };
    await openOriginals(newMeter()).put(toOriginalKey(id), original);
    await table().put<object>(
      { ...key, ...toOwnedAttributes(user_id, key), ...row },
      isNew,
    );
  }
}

/**
 * Creates a table that stores no request for a run, so that the table's stream makes no message,
 * and only the child process works on the export.
 */
function createTableWithoutRequests(): Table<'get' | 'put'> {
  const { get, put } = table();
  return {
    get,
    put: (item, condition) => {
      const { continuation: _, ...withoutRequest } = item as typeof item & Requested;
      return put(withoutRequest as typeof item, condition);
    },
  };
}

/** Exports a person with this many entries and images, in a process of its own. */
async function measureExport(
  { entries, images }: { entries: number; images: number },
  { program, environment }: { program: string; environment: Record<string, string> },
): Promise<(string | number)[]> {
  const { user_id } = await newUser();
  await fillDiary(user_id, entries);
  await fillImages(user_id, images);
  const id = newId(new Date());
  const store = { table: createTableWithoutRequests(), dataKeys: openDataKeys };
  const newExport = { id, language: 'en', asked_by: { access_generation: 0 } };
  await dataExports.startExport(store, user_id, newExport, new Date());

  const startedAt = performance.now();
  const child = startFunction(program, 'account/export/write', environment);
  try {
    const { archives, loaded, memory } = await invokeUntilDone(child, user_id, id);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const megabytes = [loaded.resident, memory.resident, memory.heap, memory.external];
    const bytes = archives.reduce((sum, archive) => sum + archive.bytes, 0);
    const figures = [archives.length, toMegabytes(bytes), seconds];
    return [entries, images, ...figures, ...megabytes.map(toMegabytes)];
  } finally {
    child.kill();
  }
}

const columns = [
  'entries',
  'images',
  'archives',
  'MB of archives',
  'seconds',
  'MB when loaded',
  'MB at most',
  'heap MB',
  'external MB',
];

/** Measures the memory and time of exports of three sizes. */
export const largeExports: Section = async ({ environment }) => {
  const context = { program: await bundleProgram('export-child'), environment };
  const rows = [
    await measureExport({ entries: 100, images: 0 }, context),
    await measureExport({ entries: 100_000, images: 0 }, context),
    await measureExport({ entries: 100_000, images: 500 }, context),
  ];
  return markdownTable(columns, rows);
};

/** The most memory that a process had so far, in bytes. */
export interface ExportMemory {
  /** The resident memory of the process, Node.js included. */
  resident: number;
  /** The objects of JavaScript, and those that wait for a garbage collection. */
  heap: number;
  /** The buffers, and those that wait for a garbage collection. */
  external: number;
}

/** Builds the message that requests an archive. */
function buildMessage(user_id: string, export_id: string, archive: number) {
  const message = {
    ...accountKeys.dataExports(user_id),
    continuation: { id: export_id, archive },
  };
  return { Records: [{ messageId: '1', body: JSON.stringify(message) }] };
}

/** Requests one archive after the other until the export is done. */
async function invokeUntilDone(child: ChildProcess, user_id: string, export_id: string) {
  let memory = await receiveMessage<ExportMemory>(child);
  const loaded = memory;
  let item = await dataExports.find(table(), user_id);
  while (item?.run) {
    child.send(buildMessage(user_id, export_id, item.run.archive));
    memory = await receiveMessage<ExportMemory>(child);
    item = await dataExports.find(table(), user_id);
  }
  const { archives = [] } = item?.exports[export_id] ?? {};
  return { archives, loaded, memory };
}

import { beforeAll, beforeEach, expect, it } from 'vitest';
import { readArchive } from '#kit/archive.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { newPerson } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import {
  exportPerson,
  importFile,
  listEntriesOf,
  type OpenPerson,
  openPerson,
} from '#kit/own-exports.ts';

type Members = Record<string, unknown>;

const range = { first: '2026-11-19', last: '2026-11-21' };
const diary = { host: 'diary' } as const;

let other: OpenPerson;
/** The files of an export, and those of one that a test changes. */
let exported: ReadonlyMap<string, Buffer>;
let files: Map<string, Buffer>;

beforeAll(async () => {
  const owner = await openPerson(await newPerson());
  await addConnection(owner.user_id, 'polar');
  await importWorkout(owner.user_id, 'polar', importedRun);
  const [archive] = await exportPerson(owner.user_id);
  exported = await readArchive(Buffer.from(archive?.content ?? ''));
});

beforeEach(async () => {
  other = await openPerson(await newPerson());
  files = new Map(exported);
});

/** Returns the only object of a document of the export. */
function readOnly(name: string): Members {
  const [only] = JSON.parse(String(files.get(name)));
  return only;
}

/** Imports the export with other objects in a document. Returns the line of the document. */
async function importWith(name: string, objects: readonly (object | string)[]) {
  const lines = objects.map((each) =>
    typeof each === 'string' ? each : JSON.stringify(each),
  );
  files.set(name, Buffer.from(`[\n${lines.join(',\n')}\n]\n`));
  const content = await buildZip(Object.fromEntries(files));
  const done = await importFile(other, { name: 'export.zip', content });
  expect(done).toMatchObject({ state: 'done', failure: null });
  return done._embedded?.file.find(({ file_name }) => file_name.startsWith(name));
}

async function readSeries() {
  const [entry] = await listEntriesOf(other, range);
  const path = `/v2/diary/${entry?.id}/series`;
  return other.send<{ series: object | null }>('GET', path, diary);
}

const many = (count: number, value: unknown) =>
  Array.from({ length: count }, () => value);

it('takes no series with a value out of its bounds, and no part of it', async () => {
  const name = 'workout_series.json';
  const series = readOnly(name);
  const members: Members[] = [
    { seconds: many(241, 1), heart_rate: many(241, 1) },
    { seconds: [0, 600, 1200, -1] },
    { seconds: [0, 1200, 600, 1800] },
    { seconds: [0, 600, 1200, 1e300] },
    { seconds: undefined },
    { seconds: { length: 1_000_000_000 } },
    { heart_rate: [1, 2, 3] },
    { heart_rate: ['1', '2', '3', '4'] },
    { heart_rate: [-1, 1, 1, 1] },
    { distance: [3, 2, 1, 0] },
    { laps: many(201, { start: 0, duration: 1 }) },
    { laps: [{ start: 0, duration: -1 }] },
    { laps: { __proto__: null, length: 5 } },
    { lap_count: 1e9 },
    { stated: { distance: -1 } },
    { summed: [] },
    { outline: [[[91, 0]]] },
    { outline: many(241, []) },
    { outline: [many(241, [1, 1])] },
    { batch: 1 },
    { batch: 'x'.repeat(101) },
    { remote_connection_type: {} },
  ];
  const texts = [
    JSON.stringify(series).replace(/"seconds":\[/, '"seconds":[NaN,'),
    JSON.stringify(series).replace(/"seconds":\[0/, '"seconds":[1e999'),
    '[[[[',
    'null',
  ];
  const forged = [...members.map((each) => ({ ...series, ...each })), ...texts];
  const line = await importWith(name, forged);
  expect(line).toMatchObject({
    state: 'skipped',
    left_out: [{ first: 1, last: forged.length, code: 'implausible' }],
  });
  expect((await readSeries()).body.series).toBeNull();
});

it('gives no workout the series of another one, or of another provider', async () => {
  const name = 'workout_series.json';
  const series = readOnly(name);
  const line = await importWith(name, [
    { ...series, batch: 'z'.repeat(36) },
    { ...series, remote_connection_type: 'whoop' },
    { ...series, remote_connection_type: undefined },
    { ...series, remote_connection_type: '__proto__' },
  ]);
  expect(line).toMatchObject({
    changes: [{ code: 'series_waiting', count: 3 }],
  });
  expect((await readSeries()).body.series).toBeNull();
});

it('takes no workout whose facts or decisions are forged', async () => {
  const name = 'diary.json';
  const entry = readOnly(name);
  const { imported: facts, source } = entry as { imported: Members; source: Members };
  const imported: Members[] = [
    { start: 1e18 },
    { start: 'x' },
    { duration: 0 },
    { duration: 1e9 },
    { activity_type_id: 'x'.repeat(101) },
    { distance: -1 },
    { sensors: ['x'] },
    { sensors: many(8, 'strap') },
    { numbers: [] },
    { numbers: many(1000, 1) },
    { best: { km1: -1 } },
    { best: 'x' },
    { has_floating_start: 'yes' },
  ];
  const sources: Members[] = [
    { separated_from: many(51, { file_id: 'x' }) },
    { joined_with: { length: 1 } },
    { joined_with: ['x'] },
    { joined_with: [{ file_id: 1 }] },
    { fields: [1] },
    { fields: { duration: {} } },
    { original: { origin: 'x' } },
    { remote_connection_type: 1 },
  ];
  const forged = [
    ...imported.map((each) => ({ ...entry, imported: { ...facts, ...each } })),
    ...sources.map((each) => ({ ...entry, source: { ...source, ...each } })),
    { ...entry, imported: null },
    { ...entry, source: null },
    { ...entry, hidden_by: {} },
    { ...entry, is_edited: 1 },
    { ...entry, own: [1] },
    { ...entry, own: { distance: -1 } },
    { ...entry, chosen: { distance: 'polar 1' } },
    { ...entry, chosen: { duration: {} } },
  ];
  const line = await importWith(name, forged);
  expect(line).toMatchObject({
    state: 'skipped',
    left_out: [{ first: 1, last: forged.length, code: 'implausible' }],
  });
  expect(await listEntriesOf(other, range)).toEqual([]);
});

it('says of many ranges that are not taken where the last of them end', async () => {
  const name = 'workout_series.json';
  const series = readOnly(name);
  const pairs = many(300, [{ ...series, seconds: [-1] }, series]).flat();
  const line = await importWith(name, pairs as object[]);
  expect(line?.left_out).toHaveLength(101);
  expect(line?.left_out?.at(-1)).toMatchObject({ first: 201, last: 599 });
});

it('takes a workout once that the export has twice', async () => {
  const entry = readOnly('diary.json');
  expect(await importWith('diary.json', [entry, entry])).toMatchObject({
    state: 'imported',
  });
  expect(await listEntriesOf(other, range)).toHaveLength(1);
});

it('reads days with workouts of which all are stated to be joined and separated', async () => {
  const name = 'diary.json';
  const entry = readOnly(name);
  const { source, id } = entry as { source: Members; id: string };
  const batches = [...'bcdefg'].map((letter) => letter.repeat(36));
  const keys = batches.map((remote_id) => ({
    remote_connection_type: 'polar',
    remote_id,
  }));
  const forged = batches.map((batch) => ({
    ...entry,
    id: id.replace(/^.{36}/, batch),
    hidden_by: id,
    source: {
      ...source,
      remote_id: batch,
      joined_with: keys,
      separated_from: [...keys, {}, { file_id: '__proto__' }],
    },
    own: JSON.parse('{ "__proto__": "x", "constructor": 1 }'),
    chosen: { energy: { file_id: '__proto__' }, distance: {} },
  }));
  const line = await importWith(name, forged);
  expect(line).toMatchObject({ state: 'imported' });
  expect((await listEntriesOf(other, range)).length).toBeGreaterThan(0);
});

it('reads no document that becomes too large when unpacked', async () => {
  const points = ','.concat('0,'.repeat(8_000_000));
  const line = await importWith('workout_series.json', [
    `{"batch":"x","seconds":[0${points}0]}`,
  ]);
  expect(line).toMatchObject({ state: 'failed', reason: 'too_compressed' });
  expect(await listEntriesOf(other, range)).toHaveLength(1);
});

import { beforeEach, expect, it } from 'vitest';
import { changeByPerson } from '#functions/diary/merging/change-by-person.ts';
import { requireAddress } from '#functions/diary/merging/imported-entry.ts';
import { chooseRecord } from '#functions/diary/merging/person-decisions.ts';
import { readArchive } from '#kit/archive.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import {
  exportPerson,
  importFile,
  listEntriesOf,
  type OpenPerson,
  openPerson,
} from '#kit/own-exports.ts';

const date = '2026-11-20';
const own = { distance: 9600, avg_heart_rate: 131 };
const better = { distance: 10_007, avg_heart_rate: 152 };

let owner: OpenPerson;
let other: OpenPerson;

/** The owner has a run of Polar, which is shown, and the better one of Withings. */
beforeEach(async () => {
  owner = await openPerson(await newPerson());
  other = await openPerson(await newPerson());
  const { user_id } = owner;
  for (const type of ['polar', 'withings']) await addConnection(user_id, type);
  const { curves: _, ...run } = importedRun;
  await importWorkout(user_id, 'polar', { ...run, ...own, energy: 311 });
  const sensors = ['positions', 'strap'] as const;
  await importWorkout(user_id, 'withings', { ...run, ...better, energy: 433, sensors });
});

interface Run {
  id: string;
  distance: number;
  avg_heart_rate: number;
  energy: { value: number };
  source: { duplicates: { file_id: string }[]; fields?: object };
}

async function findRun(person: OpenPerson): Promise<Run> {
  const [entry] = await listEntriesOf(person, { first: date, last: date });
  if (!entry) throw new Error('There is no run.');
  return entry as unknown as Run;
}

const patch = (person: OpenPerson, { id }: Run, json: object) =>
  person.send<Run>('PATCH', `/v2/diary/${id}`, { host: 'diary', json });

async function choose(key: string | undefined): Promise<void> {
  const { id } = await findRun(owner);
  const diary = { table: table(), user_id: owner.user_id };
  await changeByPerson(diary, {
    address: requireAddress(id),
    apply: (entries, entry) => chooseRecord(entries, entry, { members: ['energy'], key }),
  });
}

interface Exported {
  imported: { numbers?: unknown };
  own?: unknown;
}

/** Imports what the owner exports as if the workouts were of a release that kept no numbers. */
const importOldExport = () =>
  importChanged(({ imported: { numbers: _, ...imported }, ...entry }) => {
    return { ...entry, imported };
  });

/** Imports what the owner exports after each entry was changed. */
async function importChanged(change: (entry: Exported) => object): Promise<void> {
  const [archive] = await exportPerson(owner.user_id);
  const files = await readArchive(Buffer.from(archive?.content ?? ''));
  const entries = JSON.parse(String(files.get('diary.json')));
  const lines = entries.map((entry: Exported) => JSON.stringify(change(entry)));
  files.set('diary.json', Buffer.from(`[\n${lines.join(',\n')}\n]\n`));
  const content = await buildZip(Object.fromEntries(files));
  const done = await importFile(other, { name: 'export.zip', content });
  expect(done).toMatchObject({ counts: { failed: 0 }, entries: 2 });
}

it('an export brings the numbers of a record beside the better ones of another', async () => {
  await importOldExport();
  const run = await findRun(other);
  expect(run).toMatchObject({ distance: 10_007, avg_heart_rate: 152 });
  const separated_from = run.source.duplicates;
  const { body } = await patch(other, run, { source: { separated_from } });
  expect(body).toMatchObject({ ...own, energy: { value: 311 } });
});

it('an export brings the choice of a record, and the numbers in place of which it is', async () => {
  await choose('withings 1');
  await importOldExport();
  const run = await findRun(other);
  expect(run).toMatchObject({ ...better, energy: { value: 433 } });
  const separated_from = run.source.duplicates;
  const { body } = await patch(other, run, { source: { separated_from } });
  expect(body).toMatchObject({ energy: { value: 311 }, source: { duplicates: [] } });
  const merged = await patch(other, run, { source: { separated_from: [] } });
  expect(merged.body).toMatchObject({ energy: { value: 433 } });
});

it('no number of another record becomes that of one whose own is not exported', async () => {
  await choose('withings 1');
  await importChanged(({ imported: _, own: __, ...entry }) => entry);
  const run = await findRun(other);
  expect(run).toMatchObject({ ...better, energy: { value: 433 } });
  const separated_from = run.source.duplicates;
  const { body } = await patch(other, run, { source: { separated_from } });
  expect(body).toMatchObject({ distance: null, energy: { value: 0 } });
});

it('an export brings the choice of the own record', async () => {
  await patch(owner, await findRun(owner), { avg_heart_rate: 131 });
  await importOldExport();
  const { source, ...run } = await findRun(other);
  expect(run).toMatchObject({ avg_heart_rate: 131, distance: 10_007 });
  expect(Object.keys(source.fields ?? {})).toEqual(['distance']);
});

it('what a person has edited before it was exported stays, if nothing tells which number', async () => {
  await patch(owner, await findRun(owner), { distance: 9999 });
  await importOldExport();
  expect(await findRun(other)).toMatchObject({ ...own, distance: 9999 });
  await patch(other, await findRun(other), { duration: 1801 });
  expect(await findRun(other)).toMatchObject({ ...own, distance: 9999 });
});

import { addDays } from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { buildBatch, parseEntryId } from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { StoredEntry } from '#functions/diary/entry/entry.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import { settleDays } from '#functions/diary/merging/settle-days.ts';
import { importWorkouts } from '#functions/diary/workout-import/import-workouts.ts';
import { deleteFileImport } from '#functions/diary/workout-import/remove-workouts.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { buildDataSource } from '#functions/main/data-source/stored-source.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun } from '#kit/imported-workouts.ts';
import type { Random } from '#kit/random.ts';
import { newId } from '#shared/runtime/ids.ts';
import { persist } from './persist.ts';

/** The days of the diary of a history: enough that none becomes large. */
export const changedDays = Array.from({ length: 12 }, (_, index) =>
  addDays('2026-11-12', index),
);

/** The providers whose workouts are merged with each other. */
export const changedTypes = ['polar', 'strava'] as const;
type ChangedType = (typeof changedTypes)[number];

/** The workouts of each provider, of which those with the same number are at the same time. */
const workouts = 4;

const food: StoredEntry = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Lunch',
  servings: 1,
  food: { name: 'Soup' },
  nutritional_contents: { energy: { unit: 'calories', value: 90 } },
};

const start = Date.parse('2026-11-19T08:00:00Z');
const hourMs = 3_600_000;

/** A diary that many requests change at the same time. */
export interface ChangedDiary {
  user_id: string;
  /** Makes one random change. */
  change(): Promise<void>;
}

/** Creates a person with two connections, each with a data source. */
export async function arrangeChangedDiary(random: Random): Promise<ChangedDiary> {
  const { user_id } = await newPerson();
  for (const type of changedTypes) {
    await addConnection(user_id, type);
    const model = { manufacturer: 'Acme', model: type, name: type };
    const device = { id: `acme_${type}`, description: type, ...model };
    const maker = { name: null, device, remote_connection_type: type };
    const source = buildDataSource(`source-${type}`, maker, new Date(start));
    await table().transact(dataSources.toSourceCreation(user_id, source));
  }
  const writes = listWrites({ user_id, random });
  return {
    user_id,
    change: async () => {
      await persist(random.pick(writes));
    },
  };
}

interface Writer {
  user_id: string;
  random: Random;
}

/** Lists the kinds of changes. Those that are more frequent are listed several times. */
function listWrites(writer: Writer): (() => Promise<unknown>)[] {
  const post = () => postEntries(writer);
  const patch = () => changeEntry(writer);
  const sync = () => importPage(writer);
  const importOne = () => importFile(writer);
  return [
    ...[post, post, post, patch, patch, patch, sync, sync, importOne],
    () => moveEntry(writer),
    () => moveEntry(writer),
    () => deleteEntry(writer),
    () => undoImport(writer),
    () => preferSource(writer),
    () => renameSource(writer),
  ];
}

function postEntries({ user_id, random }: Writer) {
  const posted = Array.from({ length: random.integer(1, 3) }, () => ({
    ...food,
    date: random.pick(changedDays),
  }));
  const batch = buildBatch(newId(new Date()), posted);
  return dayItems.createBatch({ table: table(), user_id }, batch);
}

/** Finds one of the entries that the person sees. */
async function findAnyEntry({ user_id, random }: Writer) {
  const [first = '', last = ''] = [changedDays.at(0), changedDays.at(-1)];
  const shown = await entries.listRange({ table: table(), user_id }, { first, last });
  const entry = shown.length > 0 ? random.pick(shown) : undefined;
  const address = entry && parseEntryId(entry.id);
  return entry && address ? { entry, address } : undefined;
}

async function changeEntry(writer: Writer): Promise<void> {
  const found = await findAnyEntry(writer);
  if (!found) return;
  const { user_id, random } = writer;
  const name = found.entry.type === 'exercise' ? 'energy' : 'servings';
  const value = random.integer(1, 3);
  const set = { [name]: name === 'energy' ? { unit: 'calories', value } : value };
  await update({ table: table(), user_id }, found.address, { set, remove: [] });
}

async function moveEntry(writer: Writer): Promise<void> {
  const found = await findAnyEntry(writer);
  if (!found) return;
  const { user_id, random } = writer;
  const date = random.pick(changedDays);
  await update({ table: table(), user_id }, found.address, { date, set: {}, remove: [] });
}

async function deleteEntry(writer: Writer): Promise<void> {
  const found = await findAnyEntry(writer);
  if (found)
    await deleteFromDiary({ table: table(), user_id: writer.user_id }, found.address);
}

const toStart = (number: number) =>
  new Date(start + number * 14 * hourMs).toISOString().replace('.000', '');

let reads = 0;

/** Imports some workouts of a provider, or their deletion, as a sync does. */
async function importPage({ user_id, random }: Writer): Promise<void> {
  const type: ChangedType = random.pick(changedTypes);
  const number = random.integer(0, workouts - 1);
  const workout = {
    ...importedRun,
    remote_id: `${type} ${number}`,
    start_time: toStart(number),
    distance: random.integer(1, 5) * 1000,
    data_source_id: `source-${type}`,
  };
  const isDeleted = random.chance(0.2);
  reads += 1;
  const readAt = new Date(start + reads * 1000);
  await importWorkouts(
    table(),
    {
      user_id,
      account_id: 'account',
      remote_connection_id: type,
      remote_connection_type: type,
      readAt,
      workouts: isDeleted ? [] : [workout],
      deleted: isDeleted ? [workout.remote_id] : [],
    },
    readAt,
  );
}

const toImportId = (number: number) => `import ${number % 2}`;

function importFile({ user_id, random }: Writer) {
  const number = random.integer(0, workouts - 1);
  const recorded = { ...recordedRun, start_time: toStart(number) };
  const file = newFile(`run${number}.fit`, recorded);
  return importFiles(user_id, toImportId(number), [file]);
}

function undoImport({ user_id, random }: Writer) {
  const import_id = toImportId(random.integer(0, 1));
  return deleteFileImport(table(), { user_id, import_id });
}

/** Prefers a data source, and decides again which entries are shown, as its consumer does. */
async function preferSource({ user_id, random }: Writer): Promise<void> {
  const id = `source-${random.pick(changedTypes)}`;
  reads += 1;
  const since = new Date(start + reads * 1000).toISOString();
  await dataSources.prefer(table(), user_id, { id, type: 'activity', since });
  await settleDays({ table: table(), user_id }, changedDays);
}

function renameSource({ user_id, random }: Writer) {
  const caller = { user_id, hidden_types: [] };
  const id = `source-${random.pick(changedTypes)}`;
  return dataSources.update(table(), caller, id, { name: `watch ${random.next()}` });
}

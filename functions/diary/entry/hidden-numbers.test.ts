import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { seeEvent } from '#functions/account/event/event.ts';
import { formatCsvEntries } from '#functions/account/export/write/diary-csv.ts';
import {
  getDocumentReader,
  listDayEntries,
  type StoredItem,
} from '#functions/account/export/write/documents.ts';
import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import { requireAddress } from '#functions/diary/merging/imported-entry.ts';
import { chooseRecord } from '#functions/diary/merging/person-decisions.ts';
import { importWorkouts } from '#functions/diary/workout-import/import-workouts.ts';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { createCopier } from '#kit/copy-person.ts';
import { importExportedRun } from '#kit/exported-workouts.ts';
import { table } from '#kit/fixtures.ts';
import { importedRun, newConnectedPerson } from '#kit/imported-workouts.ts';
import { openMcp } from '#kit/mcp.ts';
import { recordChanges } from '#kit/recorded-changes.ts';
import { newCurves } from '#kit/workout-series.ts';
import type { Method } from '#shared/contract/endpoint.ts';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { dayKeys } from './day.keys.ts';
import { mergedMembers } from './merged-fields.ts';
import type { Sensor } from './origin.ts';
import { listHiddenSets } from './visibility.ts';

const day = '2026-11-20';
const range = { from: day, to: day };

/** What the records have measured: no two have a number in common. */
const records = {
  polar: { digit: 1, sensors: [] },
  withings: { digit: 2, sensors: ['positions'] },
  whoop: { digit: 3, sensors: ['strap'] },
  // This one is not of a connection, but of an export.
  suunto: { digit: 4, sensors: ['barometer', 'positions'] },
} as const satisfies Record<string, { digit: number; sensors: readonly Sensor[] }>;
type Provider = keyof typeof records;
const providers = Object.keys(records) as Provider[];
const sets = listHiddenSets(providers) as Provider[][];

function toNumbers(provider: Provider) {
  const { digit } = records[provider];
  return {
    distance: 9600.25 + digit,
    avg_heart_rate: 130 + digit,
    max_heart_rate: 170 + digit,
    max_speed: 3.5 + digit / 100,
  };
}

const toEnergy = (provider: Provider) => 410 + records[provider].digit;
const toClimb = (provider: Provider) => 50.5 + records[provider].digit;

const importRecord = async (
  user_id: string,
  provider: Provider,
  members: Partial<ImportedWorkout> = {},
  readAt = new Date('2026-11-21T00:00:00Z'),
) => {
  const { sensors } = records[provider];
  const numbers = toNumbers(provider);
  const [energy, climb] = [toEnergy(provider), toClimb(provider)];
  if (provider === 'suunto') {
    const exercise = { ...numbers, energy: { unit: 'calories', value: energy } as const };
    await importExportedRun(
      user_id,
      provider,
      { ...exercise, elevation_change: climb },
      { sensors },
    );
    return;
  }
  const run = { ...importedRun, ...numbers, energy, elevation_gain: climb, sensors };
  // An outline would tell that there are positions.
  const { series } = newCurves(numbers.distance);
  const workout = { ...run, curves: { series }, ...members };
  const account = { user_id, account_id: 'account' };
  const origin = { remote_connection_id: provider, remote_connection_type: provider };
  const page = { readAt, workouts: [workout], deleted: [] };
  await importWorkouts(table(), { ...account, ...origin, ...page }, readAt);
};

/** Functions that copy a person with the run of some providers, by these. */
const copiers = new Map<string, () => Promise<string>>();

/** A person with the run of some providers, who sees all of them. */
async function arrange(types: readonly Provider[]): Promise<string> {
  const name = types.join();
  const copy = copiers.get(name) ?? (await createCopier(await importRecords(types)));
  copiers.set(name, copy);
  return copy();
}

async function importRecords(types: readonly Provider[]): Promise<string> {
  const user_id = await newConnectedPerson(providers.filter((type) => type !== 'suunto'));
  for (const type of types) await importRecord(user_id, type);
  return user_id;
}

interface Entry extends Record<string, unknown> {
  id: string;
  source: { fields?: Record<string, object>; duplicates: { id: string }[] };
}
interface Body extends Entry {
  items: Entry[];
}

const readDay = (user_id: string) =>
  table().get<StoredItem>(dayKeys.diaryDay(user_id, day));

/** Opens all that an application who may not see some providers can read. */
function open(user_id: string, hiddenTypes: readonly Provider[]) {
  const send = callHandlerAs(user_id, () => {}, hiddenTypes);
  const { callTool } = openMcp(send, '');
  const call = (method: Method, path: string, json?: object) =>
    send<Body>(method, `/v2/diary${path}`, { host: 'diary', ...(json && { json }) });
  const list = () => call('GET', `?entry_date=${day}&fields=all`);
  const query = new URLSearchParams(range);
  const sum = () => call('GET', `/summary?${query}`);
  const exportDay = async () => {
    const item = await readDay(user_id);
    if (!item) throw new Error('The day is empty.');
    const context = { language: 'en', hiddenTypes, isOfApplication: true } as const;
    const objects = getDocumentReader('diary').toObjects(item, context);
    const lines = formatCsvEntries(listDayEntries(item, hiddenTypes), 'en');
    return JSON.stringify(objects) + lines;
  };
  /** Returns the texts of all doors. `ids` are those of all entries. */
  const readAll = async (ids: readonly string[]): Promise<Record<string, string>> => {
    const perEntry = ids.flatMap((id) => [
      [`read ${id}`, call('GET', `/${id}`)] as const,
      [`series ${id}`, call('GET', `/${id}/series`)] as const,
      [`get_workout ${id}`, callTool('get_workout', { id })] as const,
    ]);
    const doors = [
      ['list', list()] as const,
      ['summary', sum()] as const,
      ['weeks', call('GET', `/summary?${query}&by=week&exercise=1`)] as const,
      ['get_day', callTool('get_day', { date: day })] as const,
      ['list_workouts', callTool('list_workouts', range)] as const,
      ['summarize_days', callTool('summarize_days', range)] as const,
      ...perEntry,
    ];
    const texts = doors.map(async ([name, response]) => [name, (await response).text]);
    const all = [...(await Promise.all(texts)), ['export', await exportDay()]];
    return Object.fromEntries(all);
  };
  return { call, list, sum, readAll };
}

/** Lists the numbers of records that a text has. */
function findNumbers(text: string, of: readonly Provider[]): string[] {
  return of.flatMap((provider) => {
    const numbers = [
      ...Object.values(toNumbers(provider)),
      toEnergy(provider),
      toClimb(provider),
    ];
    const found = numbers.filter((number) =>
      new RegExp(`(?<![\\w.])${number}(?![\\w.])`).test(text),
    );
    return found.map((number) => `${number} of ${provider}`);
  });
}

const listIds = ({ items }: Body) =>
  items.flatMap(({ id, source }) => [id, ...source.duplicates.map((each) => each.id)]);

/** Returns what tells the numbers of a day, without what differs between people. */
const tellNumbers = ({ items }: Body) =>
  items.map(({ id: _, source, ...numbers }) => ({ ...numbers, fields: source.fields }));

/** Lists the events of changes that a caller gets who may not see some providers. */
function listEvents(changes: readonly ChangeRecord[], hidden_types: readonly Provider[]) {
  const events = changes.flatMap((change) => deriveEvents(change)?.events ?? []);
  return events.flatMap(
    (event) => seeEvent(event, { scope: 'read', hidden_types }) ?? [],
  );
}

it('the person sees the best numbers of all records, and where they are from', async () => {
  const user_id = await arrange(providers);
  const owner = open(user_id, []);
  const { body } = await owner.list();
  expect(body.items).toHaveLength(1);
  expect(body.items[0]).toMatchObject({
    ...{ distance: 9602.25, avg_heart_rate: 133, max_heart_rate: 173 },
    ...{ elevation_change: 54.5, source: { remote_connection_type: 'polar' } },
  });
  expect(body.items[0]?.source.fields).toMatchObject({
    distance: { remote_connection_type: 'withings', remote_id: '1' },
  });
  expect(body.items[0]?.source.fields?.elevation_change).toEqual({
    file_id: 'export:suunto#1',
  });
  const texts = await owner.readAll(listIds(body));
  const { id = '' } = body.items[0] ?? {};
  const entries = ['list', `read ${id}`, 'get_day', `get_workout ${id}`, 'list_workouts'];
  for (const door of [...entries, 'export'])
    expect([door, texts[door]]).toEqual([door, expect.stringContaining('"fields":{')]);
  const seen = findNumbers(Object.values(texts).join('\n'), providers);
  expect(seen.length).toBe(6 * providers.length);
});

it.each(sets.map((hidden) => ({ hidden })))(
  'who may not see $hidden finds none of their numbers, as if they did not exist',
  async ({ hidden }) => {
    const user_id = await arrange(providers);
    const ids = listIds((await open(user_id, []).list()).body);
    expect(ids).toHaveLength(providers.length);
    const other = open(user_id, hidden);
    const expectNone = async () => {
      for (const [door, text] of Object.entries(await other.readAll(ids)))
        expect([door, findNumbers(text, hidden)]).toEqual([door, []]);
    };
    await expectNone();

    const visible = providers.filter((type) => !hidden.includes(type));
    const plain = open(await arrange(visible), []);
    const seen = (await other.list()).body;
    expect(seen.items).toHaveLength(visible.length > 0 ? 1 : 0);
    expect(tellNumbers(seen)).toEqual(tellNumbers((await plain.list()).body));
    expect((await other.sum()).body).toEqual((await plain.sum()).body);

    for (const { id, source: _, ...json } of seen.items) {
      const before = await readDay(user_id);
      const written = await other.call('PATCH', `/${id}`, json);
      expect(await readDay(user_id)).toEqual(before);
      const changed = await other.call('PATCH', `/${id}`, { duration: 1801 });
      expect([written.status, changed.status]).toEqual([200, 200]);
      expect(tellNumbers({ ...seen, items: [written.body] })).toEqual(tellNumbers(seen));
      expect(findNumbers(written.text + changed.text, hidden)).toEqual([]);
      await expectNone();
    }
  },
);

it.each(providers.filter((type) => type !== 'suunto'))(
  'who may not see %s gets no event of other numbers of it',
  async (type) => {
    const user_id = await arrange(providers);
    const changes = await recordChanges(user_id, () => {
      const members = { distance: 9700, avg_heart_rate: 150, energy: 500 };
      return importRecord(user_id, type, members, new Date('2026-11-23T00:00:00Z'));
    });
    expect(listEvents(changes, [])).not.toEqual([]);
    for (const hidden of sets.filter((set) => set.includes(type)))
      expect([hidden, listEvents(changes, hidden)]).toEqual([hidden, []]);
  },
);

/** Takes all numbers of a workout from the record of WHOOP, and returns the changes of items. */
async function chooseWhoop(user_id: string) {
  const [{ id = '' } = {}] = (await open(user_id, []).list()).body.items;
  const choice = { members: mergedMembers, key: 'whoop 1' };
  const apply: PersonChange['apply'] = (entries, entry) => {
    expect(chooseRecord(entries, entry, choice)).toBe(true);
  };
  const change = { address: requireAddress(id), apply };
  return recordChanges(user_id, async () => {
    await changeByPerson({ table: table(), user_id }, change);
  });
}

it.each(sets.map((hidden) => ({ hidden })))(
  'who may not see $hidden sees no choice of a record that is hidden',
  async ({ hidden }) => {
    const user_id = await arrange(providers);
    const other = open(user_id, hidden);
    const ids = listIds((await open(user_id, []).list()).body);
    const changes = await chooseWhoop(user_id);
    for (const [door, text] of Object.entries(await other.readAll(ids)))
      expect([door, findNumbers(text, hidden)]).toEqual([door, []]);

    const visible = providers.filter((type) => !hidden.includes(type));
    const plainUser = await arrange(visible);
    if (visible.includes('whoop')) await chooseWhoop(plainUser);
    const seen = tellNumbers((await other.list()).body);
    expect(seen).toEqual(tellNumbers((await open(plainUser, []).list()).body));
    const isTold = listEvents(changes, hidden).length > 0;
    expect(isTold).toBe(visible.includes('whoop') && visible.length > 1);
  },
);

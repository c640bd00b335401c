import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, listDates } from '#functions/diary/entry/dates.ts';
import { buildHealthExport, buildHealthRecord } from '#kit/archives/health-export.ts';
import { callHandler } from '#kit/call-handler.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  finishImport,
  openImportStores,
  runNextImport,
  type SeenImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import type { Send } from '#kit/send.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';
import type { KeyRange, Table } from '#shared/table/table.ts';
import * as jobs from '../file-import.store.ts';
import { requestReread } from '../queue-import.store.ts';
import { startImport } from '../start-import.ts';

let person: TestPerson;
let send: Send;

beforeEach(async () => {
  person = await newPerson();
  const token = await issueUserToken(person);
  send = (method, path, options) => callHandler(method, path, { token, ...options });
});

async function importTables(...files: SentFile[]): Promise<SeenImport & { id: string }> {
  const { body } = await uploadFiles(send, files);
  const [{ id }] = body._links.self;
  await finishImport(person.user_id, id);
  return { ...(await send<SeenImport>('GET', `/v7.1/import/${id}/`)).body, id };
}

/** Imports tables that are kept, so that they can be read again. */
async function importKept(...files: SentFile[]) {
  const { user_id } = person;
  const id = newId(new Date());
  const stores = { table: table(), imports: openImportStores().files };
  const sent = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content) }));
  await startImport(stores, user_id, { id, keeps_file: true, files: sent }, new Date());
  await finishImport(user_id, id);
  return async () => {
    const job = await jobs.find(table(), user_id, id, new Date());
    if (job) await requestReread(table(), user_id, job, new Date());
    await finishImport(user_id, id);
  };
}

interface SeenFood {
  id: string;
  date: string;
  diary_meal: string;
  food: { name: string } | null;
  nutritional_contents: Record<string, unknown>;
  source: { origin: string; import_id?: string; file_name?: string };
}

async function listFood(date: string): Promise<SeenFood[]> {
  const path = `/v2/diary?entry_date=${date}&types=food_entry&fields[]=all`;
  return (await send<{ items: SeenFood[] }>('GET', path, { host: 'diary' })).body.items;
}

/** Returns a table that counts the months of values of the body that are read. */
function watchMonths() {
  let count = 0;
  const { queryPages, ...others } = table();
  const watched: Table = {
    ...others,
    async *queryPages<R extends object>(range: KeyRange) {
      for await (const page of queryPages<R & Key>(range)) {
        count += page.filter(({ sk }) => sk.startsWith('MEASUREMENT')).length;
        yield page;
      }
    },
  };
  return { table: watched, count: () => count };
}

const toPath = (id: string) => `/v2/diary/${id}`;

const describeFood = ({ diary_meal, food, nutritional_contents }: SeenFood) => [
  diary_meal,
  food?.name,
  nutritional_contents,
];

/** A day of a table of Cronometer with one row for each food. */
function buildServings(days: Readonly<Record<string, readonly string[]>>): SentFile {
  const rows = Object.entries(days).flatMap(([date, foods]) =>
    foods.map((food) => `${date},8:30 AM,Breakfast,${food},58.00 g,220.5,7.1`),
  );
  const head = 'Day,Time,Group,Food Name,Amount,Energy (kcal),Fat (g)';
  return { name: 'servings.csv', content: [head, ...rows].join('\r\n') };
}

const names = async (date: string) =>
  (await listFood(date)).map(({ food }) => food?.name.split(',')[0]);

describe('a table of food', () => {
  it('has the amount in the name, and names each row that is not taken', async () => {
    const { content } = buildServings({ '2026-09-20': ['Oats', 'Milk'] });
    const seen = await importTables({
      name: 'servings.csv',
      content: `${content}\nTotal,,,,,441,\n2026-09-21,,,,,,\n2026-09-21,,,Tea,,n/a,x\n`,
    });
    const [oats] = await listFood('2026-09-20');
    expect(oats).toMatchObject({
      diary_meal: 'Breakfast',
      food: { name: 'Oats, 58 g' },
      source: { origin: 'file', import_id: seen.id, file_name: 'servings.csv' },
    });
    expect(seen._embedded?.file).toMatchObject([
      {
        state: 'imported',
        left_out: [
          { first: 4, last: 4, code: 'no_date' },
          { first: 5, last: 5, code: 'no_values' },
        ],
        changes: [{ code: 'nutrients_implausible', count: 1 }],
      },
    ]);
    expect((await listFood('2026-09-21')).map(describeFood)).toEqual([
      ['Other', 'Tea', {}],
    ]);
  });

  it('has entries with its name, whatever part of it they are from', async () => {
    const days = listDates({ first: '2025-01-01', last: '2025-02-28' });
    const foods = Object.fromEntries(days.map((date) => [date, ['Tea']]));
    const seen = await importTables(buildServings(foods));
    expect(seen).toMatchObject({ files_done: 2, entries: 59 });
    const [last] = await listFood('2025-02-28');
    expect(last?.source.file_name).toBe('servings.csv');
  });

  it('is skipped with a reason if none of its rows is taken', async () => {
    const seen = await importTables({
      name: 'a.csv',
      content: 'Date,Food,Fat\n,Tea,1\n',
    });
    expect(seen._embedded?.file).toMatchObject([{ state: 'skipped', reason: 'no_rows' }]);
  });

  it('brings nothing twice, and keeps equal rows of one file', async () => {
    const file = buildServings({ '2026-09-20': ['Oats', 'Oats'] });
    expect(await importTables(file)).toMatchObject({ entries: 2 });
    const again = await importTables(file);
    expect(again).toMatchObject({ entries: 0, counts: { duplicate: 1 } });
    expect(await names('2026-09-20')).toEqual(['Oats', 'Oats']);
  });

  it('replaces the days that a later one covers, except what was edited or deleted', async () => {
    const days = ['2026-09-19', '2026-09-20', '2026-09-21'];
    const [first = '', day = '', last = ''] = days;
    await importTables(
      buildServings({
        [first]: ['A'],
        [day]: ['Gone', 'Edited', 'Deleted'],
        [last]: ['Z'],
      }),
    );
    const [, edited, deleted] = await listFood(day);
    const change = { type: 'food_entry', diary_meal: 'Dinner' };
    await send('PATCH', toPath(edited?.id ?? ''), { host: 'diary', json: change });
    await send('DELETE', toPath(deleted?.id ?? ''), { host: 'diary' });
    const later = await importTables(
      buildServings({
        [first]: ['B'],
        [day]: ['Edited', 'Deleted', 'New'],
        [last]: ['Y'],
      }),
    );
    expect(await names(day)).toEqual(['Edited', 'New']);
    expect(await names(first)).toEqual(['A', 'B']);
    expect(await names(last)).toEqual(['Z', 'Y']);
    expect(later._embedded?.file[0]?.left_out).toMatchObject([
      { first: 3, code: 'edited' },
      { first: 4, code: 'deleted' },
    ]);
  });

  it('removes nothing of meals that it does not have', async () => {
    const days = listDates({ first: '2026-09-19', last: '2026-09-21' });
    const [, day = ''] = days;
    const file = (meal: string, food: string): SentFile => {
      const { name, content } = buildServings(
        Object.fromEntries(days.map((each) => [each, [food]])),
      );
      return { name, content: String(content).replaceAll('Breakfast', meal) };
    };
    await importTables(file('Breakfast', 'A'));
    await importTables(file('Lunch', 'B'));
    await importTables(file('Dinner', 'C'));
    expect(await names(day)).toEqual(['A', 'B', 'C']);
    await importTables(file('Lunch', 'D'));
    expect(await names(day)).toEqual(['A', 'C', 'D']);
    await importTables(file('lunch', 'E'));
    expect(await names(day)).toEqual(['A', 'C', 'E']);
    const two = [file('Breakfast', 'F'), file('Lunch', 'G')].map(
      ({ content }) => content,
    );
    await importTables({ name: 'two.csv', content: two.join('\n') });
    expect(await names(day)).toEqual(['C', 'F', 'G']);
  });

  it('removes nothing of a day without rows, or with one that was not taken', async () => {
    const days = listDates({ first: '2023-04-01', last: '2023-04-07' });
    const file = buildServings(Object.fromEntries(days.map((day) => [day, ['A', 'B']])));
    await importTables(file);
    await importTables(buildServings({ '1923-04-05': ['C'], '2023-04-08': ['D'] }));
    const { content, name } = buildServings({ '2023-04-01': ['A'], '2023-04-07': ['A'] });
    const rows = [
      '2023-04-02,8:30 AM,Breakfast,A,58.00 g,220.5,7.1',
      '2023-04-0l,8:30 AM,Breakfast,B,58.00 g,220.5,7.1',
      '2023-04-03,8:30 AM,Breakfast,A,58.00 g,220.5,7.1',
      '2023-04-04,8:30 AM,Breakfast,A,58.00 g,220.5,7.1',
      '2023-04-04,8:30 AM,Breakfast,,58.00 g,,',
      '2023-04-05,8:30 AM,Breakfast,E,58.00 g,220.5,7.1',
    ];
    const seen = await importTables({ name, content: [content, ...rows].join('\n') });
    expect(seen._embedded?.file[0]).toMatchObject({
      state: 'imported',
      changes: [{ code: 'entries_removed', count: 2 }],
    });
    const all = await Promise.all(days.map(names));
    expect(all).toEqual(days.map((day) => (day === '2023-04-05' ? ['E'] : ['A', 'B'])));
  });

  it('removes nothing when a kept one is read again, not even of another or a later one', async () => {
    const around = { '2026-09-19': ['A'], '2026-09-21': ['A'] };
    const one = buildServings({ ...around, '2026-09-20': ['One'] });
    const other = buildServings({ ...around, '2026-09-20': ['Other'] });
    const reread = await importKept(one, { ...other, name: 'other.csv' });
    await reread();
    expect(await names('2026-09-20')).toEqual(['One', 'Other']);
    await importTables(buildServings({ ...around, '2026-09-20': ['Later'] }));
    await reread();
    expect((await names('2026-09-20')).toSorted()).toEqual(['Later', 'One', 'Other']);
  });

  it('brings a deleted entry again after the earlier import was undone', async () => {
    const file = buildServings({ '2026-09-20': ['Oats'] });
    const { id } = await importTables(file);
    const [deleted] = await listFood('2026-09-20');
    await send('DELETE', toPath(deleted?.id ?? ''), { host: 'diary' });
    await importTables(file);
    await send('DELETE', `/v7.1/import/${id}/`);
    await finishImport(person.user_id, id);
    await importTables(file);
    expect(await names('2026-09-20')).toEqual(['Oats']);
  });

  it('has saved each part before an interruption', async () => {
    const days = listDates({ first: '2023-01-01', last: '2023-05-10' });
    const file = buildServings(Object.fromEntries(days.map((day) => [day, ['A']])));
    const { body } = await uploadFiles(send, [file]);
    const [{ id }] = body._links.self;
    const { stores } = failAt(openImportStores(), 9, { onlyWrites: true });
    const run = runNextImport(person.user_id, id, stores);
    await expect(run).rejects.toThrow('ended');
    const { body: seen } = await send<SeenImport>('GET', `/v7.1/import/${id}/`);
    expect(seen).toMatchObject({ files_done: 1, entries: 50 });
  });

  it('keeps the order of its rows on a day, however many there are', async () => {
    const foods = Array.from({ length: 450 }, (_, at) => `Food ${at}`);
    await importTables(buildServings({ '2026-09-20': foods }));
    expect(await names('2026-09-20')).toEqual(foods);
  });

  it('has the live one of equal rows, of which the person has deleted another', async () => {
    const day = '2026-09-20';
    const around = { '2026-09-19': ['A'], '2026-09-21': ['A'] };
    await importTables(buildServings({ ...around, [day]: ['Oats', 'Oats'] }));
    const [deleted] = await listFood(day);
    await send('DELETE', toPath(deleted?.id ?? ''), { host: 'diary' });
    await importTables(buildServings({ ...around, [day]: ['Oats'] }));
    expect(await names(day)).toEqual(['Oats']);
  });

  it('is undone, except what was edited and what another import has, too', async () => {
    const file = buildServings({ '2026-09-20': ['Both', 'Mine', 'Edited'] });
    const { id } = await importTables(file);
    const other = await importTables(buildServings({ '2026-09-20': ['Both', 'New'] }));
    const [, , edited] = await listFood('2026-09-20');
    const change = { type: 'food_entry', servings: 2 };
    await send('PATCH', toPath(edited?.id ?? ''), { host: 'diary', json: change });
    await send('DELETE', `/v7.1/import/${id}/`);
    await finishImport(person.user_id, id);
    expect(await names('2026-09-20')).toEqual(['Both', 'Edited', 'New']);
    const [both] = await listFood('2026-09-20');
    expect(both?.source.import_id).toBe(other.id);
    await importTables(file);
    expect((await names('2026-09-20')).toSorted()).toEqual([
      'Both',
      'Edited',
      'Mine',
      'New',
    ]);
  });
});

/** Finishes an import on a machine that is so busy that it saves the line of each file alone. */
async function finishSlowly(id: string) {
  let ms = Date.now();
  const getNow = () => {
    ms += 10_000;
    return new Date(ms);
  };
  let outcome: string = 'continued';
  while (outcome === 'continued')
    ({ outcome } = await runNextImport(person.user_id, id, { getNow }));
}

const removals = [
  {
    kind: 'food',
    before: '2026-09-20,Lunch,Gone\n2026-09-20,Lunch,Kept',
    after: '2026-09-20,Lunch,Kept',
    head: 'Date,Meal,Food',
    row: 'Lunch,Tea',
    change: 'entries_removed',
  },
  {
    kind: 'measurements',
    before: '2026-09-20,07:10,80.1\n2026-09-20,19:10,81.1',
    after: '2026-09-20,07:10,80.1',
    head: 'Date,Time,Weight (kg)',
    row: '07:10,80',
    change: 'values_removed',
  },
];
const finishes = [
  { how: 'at once', finish: (id: string) => finishImport(person.user_id, id) },
  { how: 'slowly', finish: finishSlowly },
];

it.each(
  removals.flatMap((removal) => finishes.map((finish) => ({ ...removal, ...finish }))),
)(
  'an interrupted import of $kind, finished $how, counts what it has removed',
  async (each) => {
    const { before, after, head, row, change, finish } = each;
    const toFile = (rows: string): SentFile => ({
      name: 'table.csv',
      content: `${head}\n2026-09-19,${row}\n${rows}\n2026-09-21,${row}\n`,
    });
    const record = buildHealthRecord({
      type: 'BodyMass',
      unit: 'kg',
      start: '2026-09-25 07:10:00 +0200',
      value: '80',
    });
    const health = { name: 'export.xml', content: buildHealthExport([record]) };
    const scope = `${fullScope} measurements.write`;
    let isInterrupted = true;
    for (let call = 1; isInterrupted; call += 1) {
      person = await newPerson();
      const token = await issueUserToken(person, undefined, scope);
      send = (method, path, options) => callHandler(method, path, { token, ...options });
      await importTables(toFile(before));
      const { body } = await uploadFiles(send, [health, toFile(after)]);
      const [{ id }] = body._links.self;
      const failing = failAt(openImportStores(), call, {
        onlyWrites: true,
        isWritten: true,
      });
      await runNextImport(person.user_id, id, failing.stores).catch(() => undefined);
      isInterrupted = failing.hasFailed();
      await finish(id);
      const { body: seen } = await send<SeenImport>('GET', `/v7.1/import/${id}/`);
      const changes = seen._embedded?.file.map((file) => file.changes);
      const removed = [expect.objectContaining({ code: change, count: 1 })];
      expect(changes, `after write ${call}`).toEqual([undefined, removed]);
    }
  },
);

describe('a table of measurements', () => {
  beforeEach(async () => {
    const scope = `${fullScope} measurements.write`;
    const token = await issueUserToken(person, undefined, scope);
    send = (method, path, options) => callHandler(method, path, { token, ...options });
  });

  const list = async (range = 'from=2023-04-01&to=2023-04-09') => {
    const path = `/v2/measurements?${range}`;
    const token = await issueUserToken(person, undefined, 'measurements.read');
    type Body = { items: { date: string; value: number }[] };
    const { body } = await send<Body>('GET', path, { host: 'diary', token });
    return body.items.map(({ date, value }) => `${date.slice(-1)}: ${value}`).toSorted();
  };

  const build = (values: Readonly<Record<number, string>>, heading = 'Weight (kg)') => {
    const rows = Object.entries(values).map(([day, value]) => `2023-04-0${day},${value}`);
    return {
      name: `${heading.slice(0, 6)}.csv`,
      content: [`Date,${heading}`, ...rows].join('\n'),
    };
  };

  it('keeps what it has no value for that can be read, or no row', async () => {
    await importTables(build({ 1: '81', 2: '82', 3: '83', 4: '84', 5: '85', 7: '87' }));
    await importTables(build({ 1: '81', 2: '82.5', 3: '8l.5', 5: 'about 84', 7: '87' }));
    expect(await list()).toEqual([
      '1: 81',
      '2: 82.5',
      '3: 83',
      '4: 84',
      '5: 85',
      '7: 87',
    ]);
  });

  it('says how many values a later file has removed', async () => {
    const toFile = (rows: readonly string[]) => ({
      name: 'weight.csv',
      content: ['Date,Time,Weight (kg)', ...rows].join('\n'),
    });
    const rows = ['2023-04-01,07:00,81', '2023-04-02,07:00,82', '2023-04-03,07:00,83'];
    await importTables(toFile([...rows, '2023-04-02,19:00,82.5']));
    const seen = await importTables(toFile(rows));
    expect(seen._embedded?.file).toMatchObject([
      { state: 'duplicate', changes: [{ code: 'values_removed', count: 1 }] },
    ]);
    expect(await list()).toEqual(['1: 81', '2: 82', '3: 83']);
  });

  it('is undone only with the scope of measurements', async () => {
    const { id } = await importTables(build({ 1: '81', 2: '82' }));
    const token = await issueUserToken(person, undefined, fullScope);
    const refused = await send('DELETE', `/v7.1/import/${id}/`, { token });
    expect(refused).toMatchObject({
      status: 403,
      text: expect.stringContaining('measurements.write'),
    });
    expect(await list()).toEqual(['1: 81', '2: 82']);
    const job = await jobs.find(table(), person.user_id, id, new Date());
    if (job) await requestReread(table(), person.user_id, job, new Date());
    const reread = await send('DELETE', `/v7.1/import/${id}/`, { token });
    expect(reread).toMatchObject({ status: 403 });
    expect((await send('DELETE', `/v7.1/import/${id}/`)).status).toBe(204);
    await finishImport(person.user_id, id);
    expect(await list()).toEqual([]);
  });

  it('replaces what an earlier import has, but nothing of its own', async () => {
    const at = (time: string) =>
      `Date,Time,Weight (kg)\n${[1, 2, 3]
        .map((day) => `2023-04-0${day},${time},8${day}`)
        .join('\n')}`;
    await importTables({ name: 'early.csv', content: at('06:00') });
    await importTables(
      { name: 'morning.csv', content: at('07:00') },
      { name: 'evening.csv', content: at('19:00') },
    );
    expect(await list()).toEqual([
      '1: 81',
      '1: 81',
      '1: 81',
      '2: 82',
      '2: 82',
      '3: 83',
      '3: 83',
      '3: 83',
    ]);
  });

  it('is undone by a read of the months that it has noted', async () => {
    const earlier = [2020, 2021, 2022].map((year) => `${year}-04-01,80`);
    const content = ['Date,Weight (kg)', ...earlier].join('\n');
    await importTables({ name: 'earlier.csv', content });
    const { id } = await importTables(build({ 1: '81', 9: '82' }));
    await send('DELETE', `/v7.1/import/${id}/`);
    const watched = watchMonths();
    await runNextImport(person.user_id, id, { table: watched.table });
    expect(watched.count()).toBe(1);
    expect(await list()).toEqual([]);
  });

  it('removes nothing of a later one when it is read again', async () => {
    const { name, content } = build({ 1: '81', 2: '82', 3: '83' });
    const early = content.replaceAll(/(?<=-0\d),/g, 'T06:00:00,');
    const reread = await importKept({ name, content: early });
    await importTables(build({ 1: '81', 2: '82.5', 3: '83' }));
    await reread();
    expect(await list('from=2023-04-02&to=2023-04-02')).toEqual(['2: 82', '2: 82.5']);
  });

  it('has all nights if it has several parts', async () => {
    const nights = listDates({ first: '2017-01-01', last: '2023-04-05' });
    const rows = nights.map(
      (day) => `${day}T23:00:00Z,${addDays(day, 1)}T07:00:00Z,14400,7200,3600,60`,
    );
    const content = ['from,to,light (s),deep (s),rem (s),awake (s)', ...rows].join('\n');
    const seen = await importTables({ name: 'sleep.csv', content });
    expect(seen._embedded?.file.length).toBeGreaterThan(1);
    expect(seen).toMatchObject({ measurements: nights.length });
    // The first part ends with the 1000th night.
    expect(await list('from=2019-09-20&to=2019-10-09')).toHaveLength(20);
  });
});

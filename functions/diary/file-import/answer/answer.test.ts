import { beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { callHandler } from '#kit/call-handler.ts';
import {
  finishImport,
  openImportStores,
  runNextImport,
  type SeenImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import type { Send } from '#kit/send.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { newId } from '#shared/runtime/ids.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import * as jobs from '../file-import.store.ts';
import { importLimits } from '../file-import.ts';
import { requestReread } from '../queue-import.store.ts';
import { startImport } from '../start-import.ts';
import { questionLimits } from '../tables/table-questions.ts';

interface SeenQuestion {
  id: string;
  kind: string;
  file_name: string;
  tables: number;
  text: string;
  choices: { choice: string; label: string }[];
  row: number;
  cells: { heading: string; value: string }[];
}

interface SeenAsking extends SeenImport {
  measurements: number;
  questions?: SeenQuestion[];
  expires_datetime: string | null;
}

const weights: SentFile = {
  name: 'weight.csv',
  content: 'Date,Weight\n2026-09-20,176.4\n',
};
const days: SentFile = {
  name: 'days.csv',
  content: 'Date,Weight (kg)\n03/04/2026,80.1\n04/04/2026,80.2\n',
};

let person: TestPerson;
let send: Send;

const newSender = async (
  owner: TestPerson,
  scope = `${fullScope} measurements.read measurements.write`,
): Promise<Send> => {
  const token = await issueUserToken(owner, undefined, scope);
  return (method, path, options) => callHandler(method, path, { token, ...options });
};

beforeEach(async () => {
  person = await newPerson();
  send = await newSender(person);
});

/** Imports files until they are imported or something is asked. Returns the id. */
async function importFiles(files: readonly SentFile[], by = send): Promise<string> {
  const { body, text } = await uploadFiles(by, files);
  expect(body, text).toMatchObject({ state: 'queued', expires_datetime: null });
  const [{ id }] = body._links.self;
  await finishImport(person.user_id, id);
  return id;
}

const read = async (id: string) =>
  (await send<SeenAsking>('GET', `/v7.1/import/${id}/`)).body;

const answer = (id: string, answers: object, by = send) =>
  by<SeenAsking>('POST', `/v7.1/import/${id}/answer/`, { json: { answers } });

async function zip(files: readonly SentFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { name, content } of files) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  const chunks: Uint8Array[] = await Array.fromAsync(
    archive.outputStream as AsyncIterable<Buffer>,
  );
  return Buffer.concat(chunks);
}

describe('an import of a table that leaves something open', () => {
  it('asks in which unit weights are, and goes on with the answer', async () => {
    const id = await importFiles([weights]);
    const asking = await read(id);
    expect(asking).toMatchObject({ state: 'needs_answer', files_done: 0 });
    expect(asking.questions).toEqual([
      {
        id: 'q1',
        kind: 'weight_unit',
        file_name: 'weight.csv',
        tables: 1,
        text: 'In which unit is the weight 176.4?',
        choices: [
          { choice: 'kg', label: '176.4 kg' },
          { choice: 'lb', label: '176.4 lb' },
        ],
        row: 2,
        cells: [
          { heading: 'Date', value: '2026-09-20' },
          { heading: 'Weight', value: '176.4' },
        ],
      },
    ]);
    const answered = await answer(id, { q1: 'lb' });
    expect(answered, answered.text).toMatchObject({
      status: 200,
      body: { state: 'queued' },
    });
    expect(answered.body).not.toHaveProperty('questions');
    await finishImport(person.user_id, id);
    expect(await read(id)).toMatchObject({ state: 'done', measurements: 1 });
  });

  it('imports what is clear if there is no time to read its tables before', async () => {
    const { body } = await uploadFiles(send, [weights, days]);
    const [{ id }] = body._links.self;
    const run = await runNextImport(person.user_id, id, { isTimeUp: () => true });
    expect(run).toEqual({ outcome: 'continued' });
    await finishImport(person.user_id, id);
    // 04/04/2026 is the same day in any order.
    expect(await read(id)).toMatchObject({ files_done: 2, measurements: 1 });
  });

  it('asks all about the tables of an archive at once, and once of equal headings', async () => {
    const further = [2025, 2024].map((year) => ({
      name: `weight-${year}.csv`,
      content: `Date,Weight\n${year}-09-20,177.2\n`,
    }));
    const id = await importFiles([
      { name: 'all.zip', content: await zip([weights, days]) },
      { name: 'more.zip', content: await zip([days, ...further]) },
    ]);
    const { questions = [] } = await read(id);
    expect(questions).toMatchObject([
      { id: 'q1', kind: 'weight_unit', file_name: 'all.zip/weight.csv', tables: 3 },
      { id: 'q2', kind: 'day_order', file_name: 'all.zip/days.csv', tables: 2 },
    ]);
    await answer(id, { q1: 'lb', q2: 'day_first' });
    await finishImport(person.user_id, id);
    expect(await read(id)).toMatchObject({
      state: 'done',
      measurements: 7,
      counts: { imported: 5 },
    });
  });

  it.each([
    {
      what: 'a day above 12',
      content: 'Date,Weight (kg)\n03/04/2026,80\n13/04/2026,80\n',
    },
    { what: 'units in the cells', content: 'Date,Weight\n2026-04-03,80.1 kg\n' },
    {
      what: 'a date that none is',
      content: 'Date,Weight (kg)\n00/04/2026,80\n2026-04-03,80\n',
    },
    {
      what: 'a year before all',
      content: 'Date,Weight (kg)\n03/04/1776,80\n2026-04-03,80\n',
    },
    { what: 'no value', content: 'Date,Weight,Steps\n2026-04-03,n/a,9000\n' },
    { what: 'a number with one sign', content: 'Date,Weight (kg)\n2026-04-03,80.5\n' },
  ])('asks nothing of a table with $what', async ({ content }) => {
    const id = await importFiles([{ name: 'a.csv', content }]);
    expect(await read(id)).toMatchObject({ state: 'done', counts: { imported: 1 } });
  });

  it('asks about the first row that is open, not of one with a unit', async () => {
    const content = 'Date,Weight\n2026-04-03,80 kg\n2026-04-04,80.2\n';
    const id = await importFiles([{ name: 'a.csv', content }]);
    expect((await read(id)).questions).toMatchObject([{ row: 3, kind: 'weight_unit' }]);
  });

  it.each([
    {
      kind: 'energy_unit',
      content: 'Date,Meal,Food,Energy\n2026-04-03,Lunch,Oats,900\n',
    },
    { kind: 'waist_unit', content: 'Date,Waist\n2026-04-03,82\n' },
    { kind: 'body_temperature_unit', content: 'Date,Body temperature\n2026-04-03,37\n' },
    { kind: 'blood_glucose_unit', content: 'Date,Blood glucose\n2026-04-03,5.4\n' },
    { kind: 'weight_unit', content: 'Date,Type,Value\n2026-04-03,Weight,80\n' },
    {
      kind: 'blood_glucose_unit',
      content:
        'Day,Time,Group,Metric,Unit,Amount\n2026-04-03,07:10,,Blood Glucose (Dexcom),,5.4\n',
    },
    { kind: 'decimal_sign', content: 'Date,Weight (kg)\n2026-04-03,80.125\n' },
  ])('asks about $kind', async ({ kind, content }) => {
    const id = await importFiles([{ name: 'a.csv', content }]);
    const [question] = (await read(id)).questions ?? [];
    expect(question).toMatchObject({ kind });
    await answer(id, { q1: question?.choices[0]?.choice });
    await finishImport(person.user_id, id);
    expect(await read(id)).toMatchObject({ state: 'done', counts: { imported: 1 } });
  });

  it('asks an application nothing about values that it may not store', async () => {
    const writer = await newSender(person, 'diary.read diary.write');
    const id = await importFiles([weights], writer);
    const { state, _embedded } = await read(id);
    expect(state).toBe('done');
    const [file] = _embedded?.file ?? [];
    expect(file).toMatchObject({ state: 'skipped', reason: 'no_body_scope' });
    expect(file?.left_out ?? []).toEqual([]);
  });

  it('asks about a row behind many others', async () => {
    const rows = Array.from({ length: 20_001 }, () => '2026-04-03,80.1 kg\n').join('');
    const content = `Date,Weight\n${rows}2026-04-04,80.2\n`;
    const id = await importFiles([{ name: 'a.csv', content }]);
    expect((await read(id)).questions).toMatchObject([{ row: 20_003 }]);
  });

  it('is none of those that run, and is undone like others', async () => {
    const id = await importFiles([weights]);
    const running = await table().get(fileImportKeys.runningImports(person.user_id));
    expect(running).toMatchObject({ count: 0 });
    expect((await send('DELETE', `/v7.1/import/${id}/`)).status).toBe(204);
    expect(await runNextImport(person.user_id, id)).toEqual({ outcome: 'undone' });
    expect((await answer(id, { q1: 'kg' })).status).toBe(404);
  });

  it('is gone after seven days', async () => {
    const id = await importFiles([weights]);
    const { expires_datetime } = await read(id);
    const job = await jobs.find(table(), person.user_id, id, new Date());
    const end = Date.parse(job?.created_datetime ?? '') + 7 * 86_400_000;
    expect(Math.floor(end / 1000) * 1000).toBe(Date.parse(expires_datetime ?? ''));
    expect(await jobs.find(table(), person.user_id, id, new Date(end))).toBeUndefined();
  });

  it('asks no more while many wait, and names what it does not take', async () => {
    const { user_id } = person;
    const first = await importFiles([weights]);
    const item = await table().get(fileImportKeys.importJob(user_id, first));
    const waiting = Array.from({ length: questionLimits.waiting - 1 }, () => {
      const id = newId(new Date());
      return { ...item, ...fileImportKeys.importJob(user_id, id), id };
    });
    await putItems(waiting);
    const id = await importFiles([weights]);
    const { state, _embedded } = await read(id);
    expect(state).toBe('done');
    expect(_embedded?.file[0]?.left_out).toMatchObject([{ code: 'unknown_unit' }]);
  });
});

describe('the answers', () => {
  it.each([
    {
      problem: 'none',
      answers: {},
      messages: ['"answers.q1":["is required"]', '"answers.q2":["is required"]'],
    },
    {
      problem: 'a wrong one and a missing one',
      answers: { q1: 'stone' },
      messages: [
        '"answers.q1":["must be one of kg, lb"]',
        '"answers.q2":["is required"]',
      ],
    },
    {
      problem: 'one more',
      answers: { q1: 'kg', q2: 'day_first', q3: 'kg' },
      messages: ['"answers.q3":["is the id of no open question"]'],
    },
    {
      problem: 'no text',
      answers: { q1: 1 },
      messages: ['"answers.q1":["must be a string"]'],
    },
  ])('are refused with $problem', async ({ answers, messages }) => {
    const id = await importFiles([weights, days]);
    const refused = await answer(id, answers);
    expect(refused.status).toBe(400);
    for (const message of messages) expect(refused.text).toContain(message);
    expect(await read(id)).toMatchObject({ state: 'needs_answer' });
  });

  it('can be repeated, but not changed', async () => {
    const id = await importFiles([weights]);
    const sent = await Promise.all([answer(id, { q1: 'kg' }), answer(id, { q1: 'kg' })]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    await finishImport(person.user_id, id);
    expect(await answer(id, { q1: 'kg' })).toMatchObject({
      status: 200,
      body: { state: 'done' },
    });
    expect((await answer(id, { q1: 'lb' })).status).toBe(409);
    expect((await answer(id, {})).status).toBe(409);
  });

  it('wait while five imports are running', async () => {
    const id = await importFiles([weights]);
    const running = fileImportKeys.runningImports(person.user_id);
    await putItems([{ ...running, count: importLimits.running }]);
    const refused = await answer(id, { q1: 'kg' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    await putItems([{ ...running, count: importLimits.running - 1 }]);
    expect((await answer(id, { q1: 'kg' })).status).toBe(200);
  });

  it('are of nobody else, and need the right to write', async () => {
    const id = await importFiles([weights]);
    const other = await newSender(await newPerson());
    expect((await answer(id, { q1: 'kg' }, other)).status).toBe(404);
    const reader = await newSender(person, 'diary.read');
    expect((await answer(id, { q1: 'kg' }, reader)).status).toBe(403);
  });

  it('about values of the body need the scopes for these, as does what is asked', async () => {
    const id = await importFiles([days]);
    const measuring = (scope: string) => newSender(person, `${fullScope} ${scope}`);
    const [none, reader, writer] = [
      await newSender(person, fullScope),
      await measuring('measurements.read'),
      await measuring('measurements.write'),
    ];
    const see = async (by: Send) => {
      const { body } = await by<SeenAsking>('GET', `/v7.1/import/${id}/`);
      const listed = await by<{ _embedded: { import: SeenAsking[] } }>(
        'GET',
        '/v7.1/import/',
      );
      expect(listed.body._embedded.import[0]?.questions).toEqual(body.questions);
      return body.questions;
    };
    const hidden = {
      id: 'q1',
      kind: 'day_order',
      file_name: 'days.csv',
      tables: 1,
      choices: [{ choice: 'day_first' }, { choice: 'month_first' }],
      row: 2,
    };
    const shown = { text: 'Which day is 03/04/2026?', cells: [{}, { value: '80.1' }] };
    expect(await see(none)).toEqual([hidden]);
    expect(await see(reader)).toMatchObject([shown]);
    // Who may write values may read them.
    expect(await see(writer)).toMatchObject([shown]);
    const answers = { q1: 'day_first' };
    const sent = [];
    for (const by of [none, reader, writer]) sent.push(await answer(id, answers, by));
    expect(sent.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(sent[0]?.text).toContain('measurements.write');
  });

  it('are kept, so that a file that is read again is not asked about again', async () => {
    const { user_id } = person;
    const id = newId(new Date());
    const stores = { table: table(), imports: openImportStores().files };
    const files = [{ name: 'weight.csv', bytes: Buffer.from(weights.content) }];
    await startImport(stores, user_id, { id, keeps_file: true, files }, new Date());
    await finishImport(user_id, id);
    expect(await read(id)).toMatchObject({
      state: 'needs_answer',
      expires_datetime: null,
    });
    await answer(id, { q1: 'lb' });
    await finishImport(user_id, id);
    const job = await jobs.find(table(), user_id, id, new Date());
    if (job) await requestReread(table(), user_id, job, new Date());
    await finishImport(user_id, id);
    expect(await read(id)).toMatchObject({ state: 'done', counts: { imported: 1 } });
  });
});

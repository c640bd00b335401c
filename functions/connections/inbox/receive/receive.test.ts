import { AsyncResource } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import {
  DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import * as measurementDeletion from '#functions/diary/measurement/measurement-deletion.store.ts';
import { callHandler, callHandlerAs } from '#kit/call-handler.ts';
import { newPerson, newUserToken, type TestPerson, table } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { maxFormBytes } from '#shared/contract/endpoint.ts';
import { exists } from '#shared/table/condition.ts';
import * as inboxes from '../inbox.store.ts';
import type { Inbox } from '../inbox.ts';

const { urls } = inject('service');
const path = '/v7.1/inbox/';
const now = new Date();

let person: TestPerson;
let made: inboxes.CreatedInbox;

async function make(isSigned = false): Promise<inboxes.CreatedInbox> {
  const inbox = { name: 'Phone', app: 'companion', isSigned } as const;
  const created = await inboxes.create(table(), person.user_id, inbox, now);
  if (!created) throw new Error('No inbox was created.');
  return created;
}

beforeEach(async () => {
  person = await newPerson();
  made = await make();
});

interface Taken {
  stored: number;
  unchanged: number;
  ignored: number;
  error?: string;
}

const send = (json: unknown, headers: Record<string, string> = {}) =>
  callHandler<Taken>('POST', path, {
    json,
    headers: { Authorization: `Bearer ${made.secret}`, ...headers },
  });

const list = async (type: 'weight' | 'steps' | 'sleep', month = '2026-09') => {
  const diary = { table: table(), user_id: person.user_id, hidden_types: [] };
  return measurements.list(diary, [{ type, month }]);
};
const listValues = async (type: 'weight' | 'steps' | 'sleep') =>
  (await list(type)).map(({ measured: { value } }) => value);
const findInbox = async () => {
  const found = await inboxes.list(table(), person.user_id);
  return found.find(({ id }) => id === made.inbox.id);
};

const weight = { type: 'weight', time: '2026-09-20T07:10:00+02:00', value: 80 };

describe('an inbox', () => {
  it('keeps a sleep of an iPhone whose part comes again, and corrects steps', async () => {
    const sleep = (hours: number) => ({
      source: 'healthkit_ios',
      daily_totals: [{ date: '2026-09-19', steps: 1000 * hours }],
      sleep: [
        {
          uuid: 'first-stage',
          session_end_time: new Date(Date.UTC(2026, 8, 19, 22 + hours)).toISOString(),
          duration_seconds: hours * 3600,
        },
      ],
    });
    for (const hours of [1, 8, 1, 4]) await send(sleep(hours));
    expect(await listValues('sleep')).toEqual([28_800]);
    expect(await listValues('steps')).toEqual([4000]);
  });

  it('takes values by its secret in either header or in the address, once', async () => {
    const taken = { stored: 1, unchanged: 0, ignored: 0 };
    const repeated = { stored: 0, unchanged: 1, ignored: 0 };
    expect(await send(weight)).toMatchObject({ status: 200, body: taken });
    const { secret } = made;
    const others = [
      { Authorization: '', 'Api-Key': secret },
      { Authorization: '', 'Api-Key': `Bearer ${secret}` },
      { Authorization: `Bearer Bearer ${secret}` },
    ];
    for (const headers of others)
      expect(await send(weight, headers)).toMatchObject({ status: 200, body: repeated });
    const byAddress = await callHandler('POST', `${path}${made.secret}/`, {
      json: weight,
    });
    expect(byAddress).toMatchObject({ status: 200, body: repeated });
    expect(await listValues('weight')).toEqual([80]);
    const inbox = await findInbox();
    expect(inbox?.deliveries).toMatchObject([{ stored: 1, app: 'other' }]);
    const [{ source } = {}] = await list('weight');
    expect(source).toEqual({
      ...{ kind: 'inbox', inbox_id: made.inbox.id },
      data_source_id: expect.stringMatching(inbox?.data_source_id ?? 'none'),
    });
  });

  it('is not found by another secret, a token, or once it is revoked', async () => {
    const token = await newUserToken();
    const other = `${made.secret.slice(0, -1)}${made.secret.endsWith('0') ? '1' : '0'}`;
    for (const secret of [token, other, 'x'])
      expect(await send(weight, { Authorization: `Bearer ${secret}` })).toMatchObject({
        status: 404,
      });
    expect(await send(weight, { Authorization: '' })).toMatchObject({ status: 401 });
    await inboxes.revokeInbox(table(), person.user_id, made.inbox.id, now);
    const { status, text } = await callHandler('POST', `${path}${made.secret}/`, {
      json: weight,
    });
    expect(status).toBe(404);
    expect(text).not.toContain(made.secret.slice(-20));
  });

  it.each([
    { of: 'restricted', set: { restricted_datetime: now.toISOString() } },
    { of: 'disabled', set: { disabled_datetime: now.toISOString() } },
    { of: 'without consent', set: { health_consent: { version: '1' } } },
  ])('refuses values for a person who is $of', async ({ set }) => {
    await table().update(identityKeys.user(person.user_id), { set }, exists);
    expect(await send(weight)).toMatchObject({ status: 403 });
    expect(await listValues('weight')).toEqual([]);
  });

  it('refuses values for a person who is erased, until that is cancelled', async () => {
    const { user_id } = person;
    const request = { user_id, reason: 'person', language: 'en' } as const;
    await erasures.schedule(table(), request, () => ({}), now);
    expect(await send(weight)).toMatchObject({ status: 403 });
    expect(await listValues('weight')).toEqual([]);
    await erasures.cancel(table(), user_id, {}, now);
    expect(await send(weight)).toMatchObject({ status: 200 });
  });

  it('writes nothing for a message that repeats, but its own item after an hour', async () => {
    const costs: { write_units?: number }[] = [];
    const countCosts = callHandlerAs(person.user_id, (line) =>
      costs.push(JSON.parse(line)),
    );
    const sendAgain = async () => {
      const headers = { 'Api-Key': made.secret };
      const { status } = await countCosts('POST', path, { json: weight, headers });
      return [status, costs.at(-1)?.write_units];
    };
    await send(weight);
    expect([await sendAgain(), await sendAgain()]).toEqual([
      [200, 0],
      [200, 0],
    ]);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const age = ({ deliveries }: Inbox) => ({
      deliveries: deliveries.map((each) => ({ ...each, received_datetime: hourAgo })),
    });
    const inbox = (await findInbox()) as Inbox;
    await inboxes.change(table(), person.user_id, inbox, age);
    expect([await sendAgain(), await sendAgain()]).toEqual([
      [200, 1],
      [200, 0],
    ]);
    expect((await findInbox())?.deliveries).toMatchObject([{ stored: 0 }, { stored: 1 }]);
  });

  it('says what to set in the app if a message is too large', async () => {
    const { status, text } = await send(['x'.repeat(maxFormBytes)]);
    expect([status, text]).toEqual([413, expect.stringContaining('Batch requests')]);
  });

  it('takes what it cannot read, and tells its person', async () => {
    const { body } = await send({
      data: { metrics: [{ name: 'mood', data: [{}, {}] }] },
    });
    expect(body).toEqual({ stored: 0, unchanged: 0, ignored: 2 });
    const inbox = await findInbox();
    expect(inbox?.deliveries).toMatchObject([{ ignored: 2, unread: { mood: 2 } }]);
    for (const type of ['mood', 'calm', 'mood', 'calm']) await send({ type, value: 1 });
    const names = (await findInbox())?.deliveries.map(({ unread = {} }) =>
      Object.keys(unread),
    );
    expect(names).toEqual([['calm: unknown type'], ['mood: unknown type'], ['mood']]);
  });

  it('says that a day has no room for more', async () => {
    const ofDay = Array.from({ length: 49 }, (_, index) => ({
      ...weight,
      time: `2026-09-20T07:${String(10 + index)}:00+02:00`,
    }));
    expect(await send(ofDay)).toMatchObject({ body: { stored: 48, ignored: 1 } });
    const [delivery] = (await findInbox())?.deliveries ?? [];
    expect(delivery?.unread).toEqual({ 'more values than are kept': 1 });
  });

  const half = '\\ud800';
  const long = 'x'.repeat(1_000_000);
  const metric = (members: string) => `{"data":{"metrics":[{${members}}]}}`;
  const row = (members: string) =>
    metric(`"name":"weight_body_mass","data":[{${members}}]`);
  const night = '"sleepStart":"0000-01-01 00:00","sleepEnd":"0000-01-01 06:00"';
  const companion = '"source":"health_connect","sequence":1';
  const gone = (record: string) => `{${companion},"deleted_records":[${record}]}`;
  const many = Array.from({ length: 100_000 }, (_, index) => `{"name":"m${index}"`);
  it.each([
    ['half characters', `{"type":"${half}","value":1,"external_id":"${half}"}`],
    ['a source of them', row(`"date":"2026-09-20","qty":80,"source":"${half}|a"`)],
    ['a metric of them', metric(`"name":"${half}","data":[{"qty":1}]`)],
    ['an endless value', row('"date":"2026-09-20","qty":1e400')],
    ['an endless number', '{"source":"health_connect","sequence":1e400,"weight":[{}]}'],
    ['depth', `[${'['.repeat(10_000)}${']'.repeat(10_000)}]`],
    ['a prototype', '{"__proto__":{"data":{}},"constructor":[{}],"toString":[1]}'],
    ['types of a prototype', '[{"type":"__proto__","value":1}]'],
    ['metrics of a prototype', metric('"name":"__proto__","data":[{"qty":1}]')],
    ['an id of a prototype', gone('{"type":"weight","uuid":"__proto__"}')],
    ['a deleted constructor', gone('{"type":"weight","uuid":"constructor"}')],
    ['the year 0', row('"date":"0000-01-01 00:00:00 +0000","qty":80')],
    ['the year 9999', row('"date":"9999-12-31 23:59:59 -1400","qty":80')],
    ['a value of 9999', '{"type":"steps","date":"9999-12-31","value":1}'],
    ['a night of the year 0', metric(`"name":"sleep_analysis","data":[{${night}}]`)],
    ['many metrics', `{"data":{"metrics":[${many.join(',"data":[{}]},')}}]}}`],
    ['a long name', metric(`"name":"${long}","units":"${long}","data":[{"qty":1}]`)],
    ['long texts', row(`"date":"${long}","qty":80,"source":"${long}"`)],
    ['a long id', `{"type":"weight","value":80,"external_id":"${long}"}`],
    ['texts for numbers', `{${companion},"weight":[{"kilograms":"80","time":5}]}`],
    ['objects for texts', gone('{"type":[],"uuid":{}}')],
  ])('takes or refuses a message with %s', async (_, body) => {
    const headers = { 'Api-Key': made.secret, 'Content-Type': 'application/json' };
    const { status } = await callHandler('POST', path, { body, headers });
    expect([200, 400]).toContain(status);
    expect((await findInbox())?.deliveries.length).toBeLessThan(2);
  });
});

/** Makes a request before the next transaction, with the role of its own function. */
function runBeforeNextTransaction(request: () => Promise<unknown>): void {
  const runRequest = AsyncResource.bind(request);
  const { send: sendCommand } = DynamoDBDocumentClient.prototype;
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  spy.mockImplementation(async function (this: DynamoDBDocumentClient, ...sent) {
    if (sent[0] instanceof TransactWriteCommand) {
      spy.mockRestore();
      await runRequest();
    }
    return Reflect.apply(sendCommand, this, sent);
  });
}

/** Lets a query fail, counted from 1, as if the process had ended. */
function failAtQuery(number: number): void {
  const { send: sendCommand } = DynamoDBDocumentClient.prototype;
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  let count = 0;
  spy.mockImplementation(async function (this: DynamoDBDocumentClient, ...sent) {
    if (sent[0] instanceof QueryCommand) count += 1;
    if (count < number) return Reflect.apply(sendCommand, this, sent);
    spy.mockRestore();
    throw new Error('The process has ended.');
  });
}

describe('an app that numbers its messages', () => {
  const record = (kilograms: number, uuid = 'u') => ({
    kilograms,
    time: '2026-09-20T05:10:00Z',
    uuid,
  });
  const message = (sequence: number | undefined, parts: object) =>
    send({ source: 'health_connect', sequence, ...parts });
  const deletion = { deleted_records: [{ type: 'weight', uuid: 'u' }] };

  it('does not bring back a deleted value by a message that is late', async () => {
    await message(1, { weight: [record(80)] });
    expect((await message(3, deletion)).body).toMatchObject({ deleted: 1 });
    expect(await listValues('weight')).toEqual([]);
    expect((await message(2, { weight: [record(80)] })).body.ignored).toBe(1);
    expect(await listValues('weight')).toEqual([]);
    await message(4, { weight: [record(81)] });
    await message(3, deletion);
    expect(await listValues('weight')).toEqual([81]);
  });

  it.each([
    { what: 'with numbers', numbers: [1, 2] },
    { what: 'without numbers', numbers: [] },
  ])('keeps nothing that is deleted while it is stored, $what', async ({ numbers }) => {
    const [first, second] = numbers;
    runBeforeNextTransaction(() => message(second, deletion));
    expect((await message(first, { weight: [record(80)] })).body.stored).toBe(1);
    expect(await listValues('weight')).toEqual([]);
  });

  const deleteMany = (toId: (index: number) => string) => ({
    deleted_records: Array.from({ length: 1000 }, (_, index) => ({
      ...{ type: 'weight', uuid: toId(index) },
    })),
  });

  it('remembers all that one message has deleted, also after a further one', async () => {
    await message(
      2,
      deleteMany((index) => `0192f0c1-2b3c-7d4e-8f50-${index + 1e11}`),
    );
    await message(3, deletion);
    const uuids = [0, 999].map((index) => `0192f0c1-2b3c-7d4e-8f50-${index + 1e11}`);
    const late = { weight: uuids.map((uuid) => record(80, uuid)) };
    expect((await message(1, late)).body).toMatchObject({ stored: 0, ignored: 2 });
  });

  it('takes any number of deletions, however long their ids are', async () => {
    const toId = (index: number) => `${index}`.padStart(100, '語');
    for (const sequence of [1, 2, undefined, undefined])
      expect((await message(sequence, deleteMany(toId))).status).toBe(200);
    const last = { weight: [record(80, toId(0))] };
    expect((await message(1, last)).body).toMatchObject({ stored: 0, ignored: 1 });
  });

  it('does not forget a deletion by an earlier one', async () => {
    await message(9, deletion);
    await message(4, { deleted_records: [{ type: 'weight', uuid: 'other' }] });
    await message(5, {
      deleted_records: ['u', 'other'].map((uuid) => ({ type: 'weight', uuid })),
    });
    expect((await message(7, { weight: [record(80)] })).body.ignored).toBe(1);
    expect(await listValues('weight')).toEqual([]);
  });

  it('tells its person how much it has deleted', async () => {
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    const readPage = async () =>
      (await browser.open(`${urls.auth}/v7.1/oauth2/account/phones/`)).text;
    await message(1, { weight: [record(80)] });
    expect(await readPage()).not.toContain('Deleted');
    await message(2, deletion);
    expect(await readPage()).toContain('Deleted');
    const names = ['toString', 'constructor'];
    await send({ data: { metrics: names.map((name) => ({ name, data: [{}] })) } });
    expect(await readPage()).toMatch(/[^:]: toString \(1\), … \(1\)/);
  });

  it('keeps two records of one second, of which it deletes each alone', async () => {
    const twins = ['aaa', 'bbb'].map((uuid) => record(80, uuid));
    expect((await message(1, { weight: twins })).body.stored).toBe(2);
    expect((await message(1, { weight: twins })).body).toMatchObject({ unchanged: 2 });
    expect((await findInbox())?.numbers?.is_mixed).toBeUndefined();
    await message(2, { deleted_records: [{ type: 'weight', uuid: 'aaa' }] });
    await message(3, { weight: [record(81, 'bbb')] });
    expect(await listValues('weight')).toEqual([81]);
  });

  it('sends a message again after its values were deleted, and is one phone', async () => {
    await message(1, { weight: [record(80)] });
    const isOwn = () => true;
    await measurementDeletion.deleteWhere(table(), person.user_id, isOwn);
    const total = { daily_totals: [{ date: '2026-09-20', steps: 1 }] };
    expect((await message(1, { weight: [record(80)], ...total })).body.stored).toBe(2);
    expect((await findInbox())?.numbers?.is_mixed).toBeUndefined();
    await message(1, { weight: [record(82)] });
    expect((await findInbox())?.numbers?.is_mixed).toBe(true);
  });

  it('does not replace a value by one of an earlier message', async () => {
    await message(2, { weight: [record(81)] });
    const late = await message(1, { weight: [record(80)] });
    expect(late.body).toEqual({ stored: 0, unchanged: 1, ignored: 0 });
    expect(await listValues('weight')).toEqual([81]);
  });

  it('deletes what its inbox has brought, and nothing else', async () => {
    const mine = made;
    made = await make();
    await message(1, { weight: [record(70)] });
    made = mine;
    await message(2, { weight: [record(80)], ...deletion });
    expect((await listValues('weight')).sort()).toEqual([70, 80]);
    await message(3, deletion);
    expect(await listValues('weight')).toEqual([70]);
  });

  const part = (sequence: number, kilograms: Record<string, number>, extra = {}) =>
    message(sequence, {
      backfill: true,
      window_start: '2026-09-19T00:00:00Z',
      window_end: '2026-09-22T00:00:00Z',
      window_complete: false,
      weight: Object.entries(kilograms).map(([uuid, value]) => ({
        ...record(value, uuid),
        time: `2026-09-20T05:1${'abc'.indexOf(uuid)}:00Z`,
      })),
      ...extra,
    });
  const last = { window_complete: true };

  it('deletes what a whole window of it no longer has', async () => {
    const exercise = { type: '56', uuid: 'run', duration_seconds: 600 };
    const times = {
      start_time: '2026-09-20T07:00:00Z',
      end_time: '2026-09-20T07:10:00Z',
    };
    const weight = ['a', 'b', 'c'].map((uuid, minute) => ({
      ...record(80 + minute, uuid),
      time: `2026-09-20T05:1${minute}:00Z`,
    }));
    const before = { ...record(70, 'before'), time: '2026-09-18T05:10:00Z' };
    const exercises = [{ ...exercise, ...times }];
    await message(1, { weight: [...weight, before], exercise: exercises });
    expect((await part(2, { a: 80 })).status).toBe(200);
    expect(await listValues('weight')).toHaveLength(4);
    expect((await part(3, { b: 81 }, last)).status).toBe(200);
    expect((await listValues('weight')).sort()).toEqual([70, 80, 81]);
    const [delivery] = (await findInbox())?.deliveries ?? [];
    expect(delivery?.deleted).toBe(2);
    await message(4, { weight: [{ ...record(82, 'c'), time: '2026-09-20T05:12:00Z' }] });
    await part(3, { b: 81 }, last);
    expect(await listValues('weight')).toHaveLength(4);
  });

  it.each([
    {
      of: 'a message is missing',
      send: [() => part(3, { b: 81 }, last)],
    },
    {
      of: 'its list was not read',
      send: [
        () =>
          part(2, {}, { ...last, _diagnostics: { weight: { error: 'skipped: quota' } } }),
      ],
    },
    {
      of: 'it ends without its last message',
      send: [() => part(2, { a: 80 }), () => part(3, { b: 81 })],
    },
    {
      of: 'it is of an iPhone',
      send: [() => part(2, {}, { ...last, source: 'healthkit_ios' })],
    },
    {
      of: 'its number is that of another message',
      send: [() => part(1, {}, last)],
    },
    {
      of: 'two phones send to the inbox',
      send: [
        () => part(1, { c: 82 }, { backfill: false }),
        () => part(2, { c: 82 }, last),
      ],
    },
  ])('deletes nothing of a window if $of', async ({ send: steps }) => {
    await part(1, { a: 80, b: 81 }, { backfill: false });
    for (const step of steps) expect((await step()).status).toBe(200);
    expect(await listValues('weight')).toEqual(expect.arrayContaining([80, 81]));
  });

  it('deletes what a window no longer has once its last message comes', async () => {
    await part(1, { a: 80, b: 81 }, { backfill: false });
    await part(3, {}, last);
    expect(await listValues('weight')).toHaveLength(2);
    await part(2, { a: 80 });
    expect(await listValues('weight')).toEqual([80]);
  });

  it('deletes nothing of a window whose first part is late', async () => {
    await part(20, { a: 80, b: 81, c: 82 }, { backfill: false });
    await message(22, { weight: [] });
    await part(23, { c: 82 }, last);
    expect(await listValues('weight')).toHaveLength(3);
    expect((await part(21, { a: 80 })).body).toEqual({
      stored: 0,
      unchanged: 1,
      ignored: 0,
      deleted: 1,
    });
    expect((await listValues('weight')).sort()).toEqual([80, 82]);
  });

  it('deletes what a window no longer has once a message of before it comes', async () => {
    await part(1, { a: 80, b: 81 }, { backfill: false });
    await part(3, { a: 80 }, last);
    expect(await listValues('weight')).toHaveLength(2);
    expect((await message(2, { weight: [record(79, 'gone')] })).body).toMatchObject({
      stored: 1,
      deleted: 2,
    });
    expect(await listValues('weight')).toEqual([80]);
  });

  it('compares a window once two messages of before it come at once', async () => {
    await part(1, { a: 80, b: 81 }, { backfill: false });
    await part(4, { a: 80 }, last);
    runBeforeNextTransaction(() => message(3, { weight: [record(78, 'other')] }));
    await message(2, { weight: [record(79, 'gone')] });
    expect(await listValues('weight')).toEqual([80]);
  });

  it('compares a window once a message that was interrupted is sent again', async () => {
    await part(1, { a: 80, b: 81 }, { backfill: false });
    await part(4, { a: 80 }, last);
    runBeforeNextTransaction(async () => {
      await message(3, { weight: [record(78, 'other')] });
      // The first one is before the number of the message is noted.
      failAtQuery(2);
    });
    const second = () => message(2, { weight: [record(79, 'gone')] });
    await expect(second()).rejects.toThrow('"status":500');
    expect(await listValues('weight')).toHaveLength(4);
    await second();
    expect(await listValues('weight')).toEqual([80]);
  });

  it('does not replace the total of a day by one of before its confirmation', async () => {
    const total = (steps: number) => ({ daily_totals: [{ date: '2026-09-20', steps }] });
    await message(1, total(5000));
    expect((await message(3, total(5000))).body.unchanged).toBe(1);
    await message(2, total(6000));
    expect(await listValues('steps')).toEqual([5000]);
  });

  it('deletes what a window no longer has after messages that changed nothing', async () => {
    await part(9, { a: 80, b: 81 }, { backfill: false });
    await message(10, { heart_rate: [{ bpm: 60 }] });
    await part(11, { a: 80 }, last);
    expect(await listValues('weight')).toEqual([80]);
  });

  it('deletes of a window only what came by a numbered message before it', async () => {
    await part(1, { a: 80 }, { backfill: false });
    await send({ ...weight, external_id: 'plain' });
    await part(2, { c: 82 });
    await part(3, { b: 81 }, { backfill: false });
    await part(4, {}, last);
    expect((await listValues('weight')).sort()).toEqual([80, 81, 82]);
  });

  it('takes a window that nobody has lived in as none', async () => {
    await message(1, { weight: [record(80)] });
    const window = {
      window_start: '+020000-09-10T00:00:00Z',
      window_end: '+020000-09-12T00:00:00Z',
    };
    expect((await part(2, {}, { ...last, ...window })).status).toBe(200);
    expect(await listValues('weight')).toEqual([80]);
  });

  it('takes a number that no message can have as none', async () => {
    for (const sequence of [-1, 1.5, 2 ** 53])
      expect((await message(sequence, { weight: [record(80)] })).body.ignored).toBe(0);
    expect((await findInbox())?.numbers).toBeUndefined();
  });

  it('counts from the beginning once it is installed again', async () => {
    const total = (steps: number) => ({
      daily_totals: [{ date: '2026-09-20', steps }],
    });
    await message(5000, { ...total(3000), weight: [record(80, 'old')] });
    expect((await message(1, total(9000))).body.stored).toBe(1);
    expect((await message(3, total(9500))).body.stored).toBe(1);
    expect((await message(2, total(9200))).body.unchanged).toBe(1);
    expect(await listValues('steps')).toEqual([9500]);
    // The old phone can have had other records.
    await part(4, {}, last);
    expect(await listValues('weight')).toEqual([80]);
  });

  it('signs its messages if the person has chosen so', async () => {
    made = await make(true);
    const body = JSON.stringify({ test: true, source: 'health_connect' });
    const sign = (key: string) =>
      `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    const ping = (signature: string) =>
      callHandler('POST', path, {
        body,
        headers: {
          Authorization: `Bearer ${made.secret}`,
          'Content-Type': 'application/json',
          'X-Signature': signature,
        },
      });
    expect(await ping(sign(made.signingKey ?? ''))).toMatchObject({ status: 200 });
    expect(await ping(sign('guess'))).toMatchObject({ status: 401 });
    expect(await send({ test: true })).toMatchObject({ status: 401 });
    expect((await findInbox())?.deliveries).toEqual([]);
  });
});

describe('an app that sends the same days again and again', () => {
  const push = (steps: Record<string, number>) =>
    send({
      data: {
        metrics: [
          {
            name: 'step_count',
            units: 'count',
            data: Object.entries(steps).map(([day, qty]) => ({
              date: `2026-09-${day} 00:00:00 +0200`,
              qty,
            })),
          },
        ],
      },
    });

  it('does not lower a day that is over, which the window has cut', async () => {
    await push({ '19': 9000, '20': 4000 });
    const { body } = await push({ '19': 800, '20': 5000 });
    expect(body).toEqual({ stored: 1, unchanged: 1, ignored: 0 });
    expect((await listValues('steps')).sort()).toEqual([5000, 9000]);
  });
});

import { beforeEach, describe, expect, inject, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import {
  toPushedId,
  toPushedKey,
  toPushedPrefix,
} from '#functions/diary/file-import/pushed/pushed-file.ts';
import { storePushed } from '#functions/diary/file-import/run/store-pushed.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  buildImportForm,
  buildRunFile,
  finishImport,
  openImportStores,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import type { SendOptions } from '#kit/send.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { maxFormBytes } from '#shared/contract/endpoint.ts';
import { exists } from '#shared/table/condition.ts';
import * as inboxes from '../inbox.store.ts';

const { urls } = inject('service');

let person: TestPerson;
let made: inboxes.CreatedInbox;

beforeEach(async () => {
  person = await newPerson();
  const inbox = { name: 'Phone', app: 'other', isSigned: false } as const;
  const created = await inboxes.create(table(), person.user_id, inbox, new Date());
  if (!created) throw new Error('No inbox was created.');
  made = created;
});

interface Taken {
  accepted?: number;
  stored: number;
  unchanged: number;
  ignored: number;
}

function send(body: NonNullable<SendOptions['body']>, type?: string) {
  const headers = { 'Api-Key': made.secret, ...(type && { 'Content-Type': type }) };
  return callHandler<Taken>('POST', '/v7.1/inbox/', { body, headers });
}

/**
 * Reads what an inbox has taken, as the queue would have it done. `meanwhile` happens when a file
 * is read, and not yet stored.
 */
async function readFiles(meanwhile: () => Promise<unknown> = async () => undefined) {
  const [inbox] = await inboxes.list(table(), person.user_id);
  const digests = inbox?.deliveries.flatMap(({ files = [] }) => files) ?? [];
  const { files, ...stores } = openImportStores();
  const read: typeof files.read = async (...range) => {
    const part = await files.read(...range);
    await meanwhile();
    return part;
  };
  const deps = {
    ...stores,
    files: { ...files, read },
    isTimeUp: () => false,
    getNow: () => new Date(),
  };
  const outcomes: string[] = [];
  for (const digest of digests) {
    const id = toPushedId(made.inbox.id, digest);
    outcomes.push(await storePushed(deps, person.user_id, { id }));
  }
  return outcomes;
}

interface SeenEntry {
  duration: number;
  source: { origin: string; data_source_id: string | null; duplicates?: unknown[] };
}

async function listEntries(date: string): Promise<SeenEntry[]> {
  const token = await issueUserToken(person);
  const query = `entry_date=${date}&types=exercise&fields[]=all`;
  const options = { host: 'diary', token } as const;
  const { body } = await callHandler<{ items: SeenEntry[] }>(
    'GET',
    `/v2/diary?${query}`,
    options,
  );
  return body.items;
}

const run = buildRunFile('2026-09-20');
const bytes = Buffer.from(run.content);
const octets = 'application/octet-stream';

const listMonths = (length: number) =>
  Array.from({ length }, (_, month) => ({
    type: 'weight',
    value: 80,
    time: new Date(Date.UTC(2018, month, 1, 12)).toISOString(),
  }));

describe('a file that an inbox takes', () => {
  it.each([
    { as: 'bytes', type: octets, toBody: async () => bytes },
    { as: 'XML', type: 'text/xml', toBody: async () => String(run.content) },
    {
      as: 'an archive',
      type: 'application/zip',
      toBody: async () => Buffer.from(await buildZip({ [run.name]: bytes })),
    },
    { as: 'a form', type: undefined, toBody: async () => buildImportForm([run]) },
  ])(
    'becomes an entry of the inbox if it is sent as $as, once',
    async ({ type, toBody }) => {
      const taken = await send(await toBody(), type);
      expect([taken.status, taken.body.accepted], taken.text).toEqual([202, 1]);
      expect(await readFiles()).toEqual(['done']);
      expect(await listEntries('2026-09-20')).toMatchObject([
        { source: { origin: 'inbox' } },
      ]);

      const repeated = await send(await toBody(), type);
      expect([repeated.status, repeated.body]).toEqual([
        200,
        { stored: 0, unchanged: 1, ignored: 0 },
      ]);
      expect(await readFiles()).toEqual(['outdated']);
      expect(await listEntries('2026-09-20')).toHaveLength(1);
    },
  );

  it('is one workout with the same file that its person imports', async () => {
    await send(bytes, octets);
    await readFiles();
    const token = await issueUserToken(person);
    const { body } = await uploadFiles(
      (method, path, options) => callHandler(method, path, { token, ...options }),
      [run],
    );
    await finishImport(person.user_id, body._links.self[0].id);
    const entries = await listEntries('2026-09-20');
    expect(entries).toMatchObject([{ source: { origin: 'file' } }]);
    expect(entries[0]?.source.duplicates).toMatchObject([{ origin: 'inbox' }]);
  });

  it('waits while its person has restricted the processing', async () => {
    await send(bytes, octets);
    const restricted_datetime = new Date().toISOString();
    const key = identityKeys.user(person.user_id);
    await table().update(key, { set: { restricted_datetime } }, exists);
    expect(await readFiles()).toEqual(['held']);
    await table().update(key, { remove: ['restricted_datetime'] }, exists);
    expect(await readFiles()).toEqual(['done']);
  });

  it('is taken again if its object is gone before it is read', async () => {
    await send(bytes, octets);
    const id = toPushedId(made.inbox.id, toDigest(bytes));
    const { files } = openImportStores();
    const key = toPushedKey(person.user_id, { id });
    await files.delete(key);
    expect(await readFiles()).toEqual(['missing']);
    expect((await send(bytes, octets)).status).toBe(202);
    expect(await readFiles()).toContain('done');
    expect(await files.get(key)).toBeUndefined();
  });

  it('is kept by nobody without a consent, and taken again with one', async () => {
    await send(bytes, octets);
    const key = identityKeys.user(person.user_id);
    const { health_consent } = (await table().get<UserProfile>(key)) ?? {};
    await table().update(key, { remove: ['health_consent'] }, exists);
    expect(await readFiles()).toEqual(['missing']);
    await table().update(key, { set: { health_consent } }, exists);
    expect((await send(bytes, octets)).status).toBe(202);
    expect(await readFiles()).toContain('done');
  });

  it.each([
    { what: 'a workout', body: bytes, type: octets },
    {
      what: 'values',
      body: JSON.stringify(listMonths(97)),
      type: 'application/json',
    },
  ])('stays nowhere with $what if the consent ends meanwhile', async ({ body, type }) => {
    await send(body, type);
    const key = identityKeys.user(person.user_id);
    const { health_consent } = (await table().get<UserProfile>(key)) ?? {};
    const withdraw = () => table().update(key, { remove: ['health_consent'] }, exists);
    expect(await readFiles(withdraw)).toEqual(['erased']);
    expect(await listEntries('2026-09-20')).toEqual([]);
    const { files } = openImportStores();
    const left = await Array.fromAsync(files.list(toPushedPrefix(person.user_id)));
    expect(left.flat()).toEqual([]);
    await table().update(key, { set: { health_consent } }, exists);
    expect((await send(body, type)).status).toBe(202);
    expect(await readFiles()).toContain('done');
  });

  it('can come again once its person has deleted all that the inbox has brought', async () => {
    await send(bytes, octets);
    await readFiles();
    const { user_id } = person;
    await addConnection(user_id, 'polar');
    await importWorkout(user_id, 'polar', importedRun);
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    await browser.open(`${urls.auth}/v7.1/oauth2/account/phones/`);
    for (const id of ['polar', made.inbox.id])
      await browser.submit({ action: 'delete', id });
    expect(await listEntries('2026-11-20')).toHaveLength(1);
    expect(await listEntries('2026-09-20')).toEqual([]);
    expect((await send(bytes, octets)).status).toBe(202);
    await readFiles();
    expect(await listEntries('2026-09-20')).toHaveLength(1);
  });

  it.each([
    { what: 'text of another type', body: 'run', type: 'text/plain', status: 415 },
    { what: 'a broken form', body: 'x', type: 'multipart/form-data', status: 415 },
    { what: 'an unknown file', body: 'run', type: octets, status: 200 },
    { what: 'JSON that is none', body: '{', type: octets, status: 400 },
    {
      what: 'a large file',
      body: Buffer.alloc(maxFormBytes + 1, bytes),
      type: octets,
      status: 413,
    },
  ])('is refused or ignored if it is $what', async ({ body, type, status }) => {
    expect((await send(body, type)).status).toBe(status);
  });
});

it('takes a message with many workouts or months, to store it later', async () => {
  const workouts = Array.from({ length: 33 }, (_, index) => ({
    id: `${index}`,
    name: 'Running',
    start: `2026-09-20 10:${10 + index}:00 +0200`,
    end: `2026-09-20 10:${11 + index}:00 +0200`,
    duration: 60,
  }));
  const taken = await send(JSON.stringify({ data: { workouts } }), 'application/json');
  expect([taken.status, taken.body.accepted], taken.text).toEqual([202, 1]);
  expect(await listEntries('2026-09-20')).toEqual([]);
  const later = { data: { workouts: [{ ...workouts[0], duration: 30 }] } };
  await send(JSON.stringify(later), 'application/json');
  expect(await readFiles()).toEqual(['done']);
  const entries = await listEntries('2026-09-20');
  expect(entries.length).toBeGreaterThan(30);
  const sources = new Set(entries.map(({ source }) => source.data_source_id));
  expect([...sources]).toEqual([expect.any(String)]);
  expect(entries.map(({ duration }) => duration).filter((each) => each < 60)).toEqual([
    30,
  ]);

  const deleted_records = workouts.map(({ id: uuid }) => ({ type: 'exercise', uuid }));
  const deletion = await send(JSON.stringify({ deleted_records }), 'application/json');
  expect([deletion.status, deletion.body.accepted]).toEqual([202, 1]);
  expect(await readFiles()).toContain('done');
  expect(await listEntries('2026-09-20')).toEqual([]);

  const values = listMonths(97);
  const { status, body, text } = await send(JSON.stringify(values), 'application/json');
  expect([status, body.accepted], text).toEqual([202, 1]);
  expect((await readFiles())[0]).toBe('done');
  const again = await send(JSON.stringify(values), 'application/json');
  expect([again.status, again.body.unchanged]).toEqual([200, 97]);
});

const sendJson = (message: unknown) => send(JSON.stringify(message), 'application/json');
const listValues = async (type: 'weight' | 'sleep') => {
  const diary = { table: table(), user_id: person.user_id, hidden_types: [] };
  const values = await measurements.list(diary, [{ type, month: '2018-01' }]);
  return values.map(({ measured: { value } }) => value);
};

it('does not replace a value by one of a large message that came before', async () => {
  expect((await sendJson(listMonths(97))).status).toBe(202);
  const later = { type: 'weight', value: 79, time: '2018-01-01T12:00:00Z' };
  expect((await sendJson(later)).body.stored).toBe(1);
  expect(await readFiles()).toContain('done');
  expect(await listValues('weight')).toEqual([79]);
});

it('does not replace a sleep of an iPhone by a part of it in a large message', async () => {
  const send = (hours: number, months: number) =>
    sendJson({
      source: 'healthkit_ios',
      sleep: [
        {
          uuid: 'first-stage',
          session_end_time: `2018-01-01T0${hours}:00:00Z`,
          duration_seconds: 3600 * hours,
        },
      ],
      weight: listMonths(months).map(({ time, value }) => ({ time, kilograms: value })),
    });
  expect((await send(8, 0)).body.stored).toBe(1);
  expect((await send(1, 97)).status).toBe(202);
  expect(await readFiles()).toContain('done');
  expect(await listValues('sleep')).toEqual([28_800]);
});

it('does not replace a value that was confirmed after a large message came', async () => {
  const value = { type: 'weight', value: 79, time: '2018-01-01T12:00:00Z' };
  expect((await sendJson(value)).body.stored).toBe(1);
  expect((await sendJson(listMonths(97))).status).toBe(202);
  expect((await sendJson(value)).body.unchanged).toBe(1);
  expect(await readFiles()).toContain('done');
  expect(await listValues('weight')).toEqual([79]);
});

it.each([
  { what: 'before', isBefore: true },
  { what: 'while', isBefore: false },
])(
  'does not keep of a large message without number what is deleted $what it is stored',
  async ({ isBefore }) => {
    const { exercise, weight, deleted_records } = buildLarge();
    expect((await sendJson({ source: 'health_connect', exercise, weight })).status).toBe(
      202,
    );
    const remove = () => sendJson({ source: 'health_connect', deleted_records });
    if (isBefore) await remove();
    expect(await readFiles(isBefore ? undefined : remove)).toContain('done');
    expect(await listValues('weight')).toEqual([]);
    expect(await listEntries('2018-01-01')).toEqual([]);
    expect(await listEntries('2018-02-01')).toHaveLength(1);
    await sendJson({ source: 'health_connect', weight });
    expect(await listValues('weight')).toEqual([80]);
  },
);

/** Builds a large message, and the deletion of some of it. */
function buildLarge() {
  const exercise = listMonths(33).map(({ time }, index) => ({
    ...{ type: '56', uuid: `run ${index}`, start_time: time, duration_seconds: 60 },
    end_time: time.replace('12:00', '12:01'),
  }));
  const [{ time } = { time: '' }] = listMonths(1);
  const weight = [{ kilograms: 80, uuid: 'u', time }];
  const deleted_records = [
    { type: 'weight', uuid: 'u' },
    { type: 'exercise', uuid: 'run 0' },
  ];
  return { exercise, weight, deleted_records };
}

it('does not keep of a large message what is deleted while it is stored', async () => {
  const { exercise, weight, deleted_records } = buildLarge();
  const first = { source: 'health_connect', sequence: 1, exercise, weight };
  expect((await sendJson(first)).status).toBe(202);
  const outcomes = await readFiles(() =>
    sendJson({ source: 'health_connect', sequence: 2, deleted_records }),
  );
  expect(outcomes).toEqual(['done']);
  expect(await listValues('weight')).toEqual([]);
  expect(await listEntries('2018-01-01')).toEqual([]);
  expect(await listEntries('2018-02-01')).toHaveLength(1);
});

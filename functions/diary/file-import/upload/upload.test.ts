import { AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { ListPartsCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { callHandler } from '#kit/call-handler.ts';
import {
  buildRunFile,
  finishImport,
  openImportStores,
  runNextImport,
  type SeenImport,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import type { Send } from '#kit/send.ts';
import { exists } from '#shared/table/condition.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import * as jobs from '../file-import.store.ts';
import { importLimits } from '../file-import.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import { listFileParts } from './upload-parts.ts';

interface SeenPart {
  number: number;
  bytes: number;
  is_uploaded: boolean;
  url: string | null;
}

interface SeenUpload extends SeenImport {
  upload?: { ends_datetime: string; parts: SeenPart[] };
}

const replayHeader = 'idempotency-replayed';

let person: TestPerson;
let send: Send;

const newSender = async (owner: TestPerson, scope?: string): Promise<Send> => {
  const token = await issueUserToken(owner, undefined, scope);
  return (method, path, options) => callHandler(method, path, { token, ...options });
};

beforeEach(async () => {
  person = await newPerson();
  send = await newSender(person);
});

const begin = (json: object, headers: Readonly<Record<string, string>> = {}) =>
  send<SeenUpload>('POST', '/v7.1/import/upload/', { json, headers });

const read = (id: string, by = send) => by<SeenUpload>('GET', `/v7.1/import/${id}/`);

const complete = (id: string, by = send) =>
  by<SeenUpload & { message: string }>('POST', `/v7.1/import/${id}/complete/`);

const getId = ({ _links }: SeenImport) => _links.self[0].id;

async function beginUpload(size: number): Promise<string> {
  const { status, body, text } = await begin({ size, file_name: 'all.zip' });
  expect(status, text).toBe(201);
  return getId(body);
}

/** Sends the part of a file that is at its place. */
async function putPart(file: Buffer, parts: readonly SeenPart[], index: number) {
  const part = parts[index];
  const start = parts.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0);
  const body = new Uint8Array(file.subarray(start, start + (part?.bytes ?? 0)));
  return fetch(part?.url ?? '', { method: 'PUT', body });
}

/** Builds an archive of a run and of 8.5 MB that cannot be compressed. */
async function buildLargeArchive(): Promise<Buffer> {
  const zip = new ZipFile();
  const { name, content } = buildRunFile('2026-05-01');
  zip.addBuffer(randomBytes(8_500_000), 'notes.bin', { compress: false });
  zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Uint8Array[] = await Array.fromAsync(
    zip.outputStream as AsyncIterable<Buffer>,
  );
  return Buffer.concat(chunks);
}

const listEntries = async () => {
  const path = '/v2/diary?entry_date=2026-05-01&types=exercise';
  const { body } = await send<{ items: object[] }>('GET', path, { host: 'diary' });
  return body.items;
};

/**
 * Makes a request after the next list of the parts that were uploaded, before it is answered. It
 * does not have the role of the function that listed them.
 */
function interleave(meanwhile: () => Promise<unknown>) {
  const runMeanwhile = AsyncResource.bind(meanwhile);
  const { send: sendCommand } = S3Client.prototype;
  const spy = vi.spyOn(S3Client.prototype, 'send');
  spy.mockImplementation(async function (this: S3Client, ...sent) {
    const output = await sendCommand.apply(this, sent);
    if (!(sent[0] instanceof ListPartsCommand)) return output;
    spy.mockRestore();
    await runMeanwhile();
    return output;
  });
}

describe('the upload of a large file', () => {
  it('continues after an interruption, and imports the file when it is complete', async () => {
    const file = await buildLargeArchive();
    const begun = await begin({ size: file.length, file_name: 'a/all.zip', name: 'Old' });
    const id = getId(begun.body);
    expect(begun).toMatchObject({
      status: 201,
      body: { state: 'uploading', file_name: 'a_all.zip', name: 'Old' },
    });
    expect(begun.headers.get('location')).toContain(`/v7.1/import/${id}/`);
    const parts = begun.body.upload?.parts ?? [];
    expect(parts.map(({ number, bytes }) => [number, bytes])).toEqual([
      [1, 8_388_608],
      [2, file.length - 8_388_608],
    ]);
    expect((await putPart(file, parts, 1)).status).toBe(200);
    expect((await putPart(file.subarray(1), parts, 1)).status).not.toBe(200);

    const early = await complete(id);
    expect(early.status).toBe(409);
    expect(early.text).toContain('upload these parts first: 1');

    const resumed = (await read(id)).body.upload?.parts ?? [];
    expect(resumed).toMatchObject([
      { number: 1, is_uploaded: false, url: expect.stringContaining('http') },
      { number: 2, is_uploaded: true, url: null },
    ]);
    expect((await putPart(file, resumed, 0)).status).toBe(200);
    const completed = await complete(id);
    expect(completed, completed.text).toMatchObject({
      status: 200,
      body: { state: 'queued' },
    });
    expect(completed.body).not.toHaveProperty('upload');
    expect((await complete(id)).status).toBe(200);

    await finishImport(person.user_id, id);
    expect((await read(id)).body).toMatchObject({
      state: 'done',
      entries: 1,
      counts: { imported: 1, skipped: 1 },
    });
    expect(await listEntries()).toHaveLength(1);
  }, 60_000);

  it('starts later if too many imports are running', async () => {
    const id = await beginUpload(3);
    const { body } = await read(id);
    await putPart(Buffer.from('abc'), body.upload?.parts ?? [], 0);
    const running = fileImportKeys.runningImports(person.user_id);
    await putItems([{ ...running, count: importLimits.running }]);
    const refused = await complete(id);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');

    await putItems([{ ...running, count: importLimits.running - 1 }]);
    expect(await complete(id)).toMatchObject({ status: 200, body: { state: 'queued' } });
    expect(await runNextImport(person.user_id, id)).toEqual({ outcome: 'done' });
  });

  it('is one of at most ten that are not completed, and makes room when it ends', async () => {
    const headers = { 'Idempotency-Key': 'first' };
    const file = { size: 3, file_name: 'run.fit' };
    const { body } = await begin(file, headers);
    const second = await beginUpload(3);
    const today = new Date().toISOString().slice(0, 10);
    const counter = fileImportKeys.importsOfDay(person.user_id, today);
    const full = { uploading: importLimits.unfinished };
    await table().updateWithoutReturnValues(counter, { set: full }, exists);
    const refused = await begin(file);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('uploads that are not completed');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await begin(file, headers)).status).toBe(201);

    await putPart(Buffer.from('abc'), body.upload?.parts ?? [], 0);
    const finished = await Promise.all([
      complete(getId(body)),
      send('DELETE', `/v7.1/import/${second}/`),
    ]);
    expect(finished.map(({ status }) => status)).toEqual([200, 204]);
    expect(await runNextImport(person.user_id, second)).toEqual({ outcome: 'undone' });
    const begun = await Promise.all([1, 2, 3, 4].map(() => begin(file)));
    const statuses = begun.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 429, 429]);
    expect((await complete(getId(body))).status).toBe(200);
    await finishImport(person.user_id, getId(body));
    expect((await begin(file)).status).toBe(429);
  });

  it('is begun once with an Idempotency-Key, even one that was refused before', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const file = { size: 3, file_name: 'run.fit' };
    const today = new Date().toISOString().slice(0, 10);
    const counter = fileImportKeys.importsOfDay(person.user_id, today);
    await putItems([{ ...counter, count: importLimits.perDay }]);
    expect((await begin(file, headers)).status).toBe(429);
    await putItems([{ ...counter, count: 0 }]);
    const first = await begin(file, headers);
    const second = await begin(file, headers);
    const replays = [first, second].map((sent) => sent.headers.get(replayHeader));
    expect(replays).toEqual([null, 'true']);
    expect(getId(second.body)).toBe(getId(first.body));
    expect(second.body.upload?.parts).toHaveLength(1);
    expect((await begin({ ...file, size: 4 }, headers)).status).toBe(422);
  });

  it.each([
    { problem: 'no size', body: { file_name: 'run.fit' } },
    { problem: 'no name', body: { size: 1 } },
    { problem: 'an empty file', body: { size: 0, file_name: 'run.fit' } },
    { problem: 'more than 5 GB', body: { size: 5_368_709_121, file_name: 'run.fit' } },
    { problem: 'a size in words', body: { size: '1', file_name: 'run.fit' } },
    {
      problem: 'an unknown time zone',
      body: { size: 1, file_name: 'run.fit', timezone: 'Mars' },
    },
  ])('is refused with $problem', async ({ body }) => {
    expect((await begin(body)).status).toBe(400);
    expect(await jobs.list(table(), person.user_id, new Date())).toEqual([]);
  });

  it('is another person’s to nobody, and shows its URLs only to who may write', async () => {
    const id = await beginUpload(3);
    const other = await newSender(await newPerson());
    expect((await read(id, other)).status).toBe(404);
    expect((await complete(id, other)).status).toBe(404);
    const reader = await newSender(person, 'diary.read');
    expect((await read(id, reader)).body.upload?.parts).toMatchObject([{ url: null }]);
    expect((await complete(id, reader)).status).toBe(403);
    expect((await read(id)).body.upload?.parts[0]?.url).toContain('http');
  });

  it('is completed only with the parts that were checked', async () => {
    const id = await beginUpload(3);
    const parts = (await read(id)).body.upload?.parts ?? [];
    await putPart(Buffer.from('abc'), parts, 0);
    interleave(() => putPart(Buffer.from('xyz'), parts, 0));
    const changed = await complete(id);
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('a part was uploaded again meanwhile');
    expect((await complete(id)).body.state).toBe('queued');
    const { files } = openImportStores();
    const file = await files.get(toImportFileKey(person.user_id, { id }));
    expect(file?.bytes.toString()).toBe('xyz');
  });

  it.each([
    { end: 'started', isImported: false, state: 'queued' },
    { end: 'done', isImported: true, state: 'done' },
  ])(
    'tells that the import is $end if another request completes it first',
    async (other) => {
      const id = await beginUpload(3);
      await putPart(Buffer.from('abc'), (await read(id)).body.upload?.parts ?? [], 0);
      interleave(async () => {
        await complete(id);
        if (other.isImported) await finishImport(person.user_id, id);
      });
      const completed = await complete(id);
      expect(completed, completed.text).toMatchObject({
        status: 200,
        body: { state: other.state },
      });
    },
  );

  it.each([
    { end: 'requested', isUndone: false, status: 200 },
    { end: 'done', isUndone: true, status: 404 },
  ])('starts nothing if its undoing is $end while it is completed', async (meanwhile) => {
    const id = await beginUpload(3);
    await putPart(Buffer.from('abc'), (await read(id)).body.upload?.parts ?? [], 0);
    interleave(async () => {
      await send('DELETE', `/v7.1/import/${id}/`);
      if (meanwhile.isUndone) await finishImport(person.user_id, id);
    });
    const completed = await complete(id);
    expect(completed.status).toBe(meanwhile.status);
    if (!meanwhile.isUndone) expect(completed.body.state).toBe('undoing');

    await finishImport(person.user_id, id);
    expect((await complete(id)).status).toBe(404);
    const { files } = openImportStores();
    const key = toImportFileKey(person.user_id, { id });
    expect(await files.get(key)).toBeUndefined();
    const counter = fileImportKeys.runningImports(person.user_id);
    expect(await table().get(counter)).toBeUndefined();
  });

  it('ends with its parts when the import is undone', async () => {
    const id = await beginUpload(3);
    const parts = (await read(id)).body.upload?.parts ?? [];
    await putPart(Buffer.from('abc'), parts, 0);
    expect((await send('DELETE', `/v7.1/import/${id}/`)).status).toBe(204);
    expect((await complete(id)).body.state).toBe('undoing');
    expect(await runNextImport(person.user_id, id)).toEqual({ outcome: 'undone' });
    expect((await putPart(Buffer.from('abc'), parts, 0)).status).toBe(404);
    expect((await read(id)).status).toBe(404);
    const key = toImportFileKey(person.user_id, { id });
    expect(await openImportStores().files.get(key)).toBeUndefined();
  });

  it('ends after a day', async () => {
    const id = await beginUpload(3);
    const key = fileImportKeys.importJob(person.user_id, id);
    const job = await jobs.find(table(), person.user_id, id, new Date());
    const duration = (job?.ttl ?? 0) - Date.parse(job?.created_datetime ?? '') / 1000;
    expect(Math.ceil(duration)).toBe(86_400);
    await table().updateWithoutReturnValues(key, { set: { ttl: 1 } }, exists);
    expect((await read(id)).status).toBe(404);
    expect((await complete(id)).status).toBe(404);
    expect(await jobs.list(table(), person.user_id, new Date())).toEqual([]);
    const { body } = await send<{ total_count: number }>('GET', '/v7.1/import/');
    expect(body.total_count).toBe(0);
  });
});

it.each([
  { bytes: 1, count: 1 },
  { bytes: 8_388_608, count: 1 },
  { bytes: 8_388_609, count: 2 },
  { bytes: 838_860_801, count: 100 },
  { bytes: 5_368_709_120, count: 100 },
])('a file of $bytes bytes has $count parts', ({ bytes, count }) => {
  const parts = listFileParts(bytes);
  expect(parts).toHaveLength(count);
  expect(parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes);
  for (const part of parts.slice(0, -1)) expect(part.bytes).toBeGreaterThan(5_242_880);
});

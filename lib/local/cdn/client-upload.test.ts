import { linkSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder, waitUntilEmpty } from '#kit/temporary-folder.ts';
import { openClientUploads } from '#shared/objects/client-uploads.ts';
import { openObjects } from '#shared/objects/objects.ts';
import { createPartUrls } from '#shared/objects/signed-urls.ts';
import { createUploadForm, type FormUpload } from '#shared/objects/upload-form.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openMultipartUploadStore } from '../engines/objects/multipart-upload.ts';
import { uploadBucket } from '../engines/objects/object-folder.ts';
import { startObjectServer } from '../engines/objects/object-server.ts';
import { listen } from '../host/listen.ts';
import { serveSignedRequests } from './signed-requests.ts';

const bucket = 'files';
const key = 'imports/pending/a/b';
const credentials = { accessKeyId: 'local', secretAccessKey: 'secret' };
const region = 'us-east-1';
const corsRules = [{ bucket, methods: ['PUT'], exposedHeaders: ['ETag'] }];
const now = Date.parse('2026-11-26T20:00:00.000Z');
const inAnHour = new Date(now + 3_600_000);

async function start() {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const directory = createTemporaryFolder();
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const definitions = { buckets: [bucket], expirations: [] };
  const {
    url: s3,
    objects,
    respond,
  } = await startObjectServer(directory, definitions, warn, disposables);
  const door = await listen('127.0.0.1', 0, disposables);
  const signer = { endpoint: door.url, credentials, region };
  const clock = { now: () => now };
  const notFound = serveSignedRequests(
    (_, response) => void response.writeHead(404).end(),
    { signer, respondAsS3: respond, objects, corsRules, clock, warn },
  );
  door.handleWith(notFound);

  vi.stubEnv('AWS_ENDPOINT_URL_S3', s3);
  vi.stubEnv('OBJECT_DOWNLOAD_URL', door.url);
  const meter = newMeter();
  return {
    door: door.url,
    warnings,
    store: openObjects(bucket, meter),
    uploads: openClientUploads(bucket, meter),
    parts: openMultipartUploadStore(objects),
    folder: join(directory, 'objects'),
    unfinished: join(directory, 'objects', '.unfinished'),
  };
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  return () => vi.unstubAllEnvs();
});

const sign = (
  uploadId: string,
  parts: readonly { number: number; bytes: number }[],
  signedAt = now,
) =>
  createPartUrls({ bucket, key, uploadId, endsAt: inAnHour }, parts, new Date(signedAt));

describe('an upload in parts', () => {
  it('creates the object from what a client sent to the signed URLs', async () => {
    const { store, uploads } = await start();
    const uploadId = await uploads.begin(key, 'application/zip');
    expect(await uploads.listParts(key, uploadId)).toEqual([]);

    const bodies = ['first,', 'second'];
    const parts = bodies.map((body, index) => ({
      number: index + 1,
      bytes: body.length,
    }));
    const urls = await sign(uploadId, parts);
    for (const [index, url] of urls.entries()) {
      const sent = await fetch(url, { method: 'PUT', body: bodies[index] ?? '' });
      expect(sent.status).toBe(200);
    }
    const listed = await uploads.listParts(key, uploadId);
    expect(listed).toMatchObject(parts);
    expect(await store.read(key, { offset: 0, length: 1 })).toBeUndefined();

    const wrong = listed?.map((part) => ({ ...part, etag: '"0"' })) ?? [];
    expect(await uploads.complete(key, uploadId, wrong)).toBe('invalid');
    expect(await uploads.complete(key, uploadId, listed ?? [])).toBe('completed');
    expect(await store.read(key, { offset: 4, length: 5 })).toEqual({
      bytes: Buffer.from('t,sec'),
      size: 12,
      etag: expect.any(String),
    });
    expect(await uploads.complete(key, uploadId, listed ?? [])).toBe('gone');
    expect(await uploads.listParts(key, uploadId)).toBeUndefined();
  });

  it('leaves the connection of the client open', async () => {
    const { uploads } = await start();
    const uploadId = await uploads.begin(key, 'application/zip');
    const [url = ''] = await sign(uploadId, [{ number: 1, bytes: 1 }]);
    const { headers } = await fetch(url, { method: 'PUT', body: 'x' });
    expect(headers.get('connection')).toBe('keep-alive');
  });

  it('lists more parts than fit on a page', async () => {
    const { store, uploads, parts: storedParts, folder } = await start();
    const uploadId = await uploads.begin(key, 'application/zip');
    const content = Readable.from([Buffer.from('x')]);
    await storedParts.storePart(uploadId, { bucket, key }, 1, content);
    const parts = Array.from({ length: 1001 }, (_, index) => index + 1);
    // All parts are one file, because a file of its own for each would take milliseconds.
    const toFile = (number: number) =>
      join(folder, uploadBucket, `${uploadId}%2F${`${number}`.padStart(5, '0')}.object`);
    for (const number of parts.slice(1)) linkSync(toFile(1), toFile(number));
    const listed = await uploads.listParts(key, uploadId);
    expect(listed?.map(({ number }) => number)).toEqual(parts);

    await store.abort(key);
    expect(await uploads.listParts(key, uploadId)).toBeUndefined();
  });

  it('accepts nothing but what was signed, and nothing after its time', async () => {
    const { uploads } = await start();
    const uploadId = await uploads.begin(key, 'application/zip');
    const [url = ''] = await sign(uploadId, [{ number: 1, bytes: 3 }]);
    const [expired = ''] = await sign(
      uploadId,
      [{ number: 1, bytes: 3 }],
      now - 3_600_000,
    );
    const put = async (target: string, body: string, method = 'PUT') =>
      (await fetch(target, { method, body })).status;

    expect(await put(url, 'four')).toBe(403);
    expect(await put(url.replace('partNumber=1', 'partNumber=2'), 'abc')).toBe(403);
    expect(await put(url.replace('/b?', '/c?'), 'abc')).toBe(403);
    expect(await put(url, 'abc', 'POST')).toBe(403);
    expect(await put(expired, 'abc')).toBe(403);
    expect(await uploads.listParts(key, uploadId)).toEqual([]);
    expect(await put(url, 'abc')).toBe(200);
  });

  it('is open to pages of other sites, which can read the ETag', async () => {
    const { uploads } = await start();
    const uploadId = await uploads.begin(key, 'application/zip');
    const [url = ''] = await sign(uploadId, [{ number: 1, bytes: 3 }]);
    const Origin = 'https://client.example';
    const preflight = (method: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: { Origin, 'Access-Control-Request-Method': method },
      });
    expect((await preflight('DELETE')).status).toBe(403);
    const allowed = await preflight('PUT');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
    const sent = await fetch(url, { method: 'PUT', body: 'abc', headers: { Origin } });
    expect(sent.headers.get('access-control-expose-headers')).toBe('ETag');
    expect(sent.headers.get('etag')).not.toBeNull();
  });
});

describe('a range of an object', () => {
  it('ends with the object, and is empty after its end', async () => {
    const { store } = await start();
    await store.put(key, { bytes: Buffer.from('0123456789'), type: 'text/plain' });
    const read = (offset: number, length: number) => store.read(key, { offset, length });
    const etag: unknown = expect.stringMatching(/^"\w+"$/);
    expect(await read(8, 5)).toEqual({ bytes: Buffer.from('89'), size: 10, etag });
    expect(await read(10, 5)).toEqual({ bytes: Buffer.alloc(0), size: 10 });
    await store.put(key, { bytes: Buffer.alloc(0), type: 'text/plain' });
    expect(await read(0, 5)).toEqual({ bytes: Buffer.alloc(0), size: 0 });
    expect(await store.read('imports/none', { offset: 0, length: 5 })).toBeUndefined();
  });
});

const upload: FormUpload = {
  bucket,
  key,
  size: { min: 2, max: 5 },
  redirectUrl: 'https://auth.example/account/imports?lang=de',
  endsAt: inAnHour,
};

async function signForm(changes: Partial<FormUpload> = {}) {
  const { action, fields } = await createUploadForm(
    { ...upload, ...changes },
    new Date(now),
  );
  const send = (file: string | undefined, changed: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changed }))
      body.append(name, value);
    if (file !== undefined) body.append('file', new Blob([file]), 'run.fit');
    body.append('key', 'after/the/file');
    return fetch(action, { method: 'POST', body, redirect: 'manual' });
  };
  return { action, fields, send };
}

describe('a signed form', () => {
  it('stores its file, and leads back to the page', async () => {
    const { store, door } = await start();
    const { action, send } = await signForm();
    expect(new URL(action).origin).toBe(door);

    const sent = await send('file');
    expect(sent.status).toBe(303);
    const target = new URL(sent.headers.get('location') ?? '');
    expect(target.href).toMatch(/^https:\/\/auth\.example\/account\/imports\?lang=de&/);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ bucket, key });
    expect((await store.get(key))?.bytes.toString()).toBe('file');
  });

  it('is addressed to Amazon S3 in the cloud, with the token of its credentials', async () => {
    vi.stubEnv('AWS_SESSION_TOKEN', 'token');
    const { action, fields } = await createUploadForm(upload, new Date(now), {
      endpoint: undefined,
    });
    expect(action).toBe('https://files.s3.us-east-1.amazonaws.com/');
    expect(fields).toMatchObject({
      key,
      'x-amz-credential': 'local/20261126/us-east-1/s3/aws4_request',
      'x-amz-date': '20261126T200000Z',
      'x-amz-security-token': 'token',
    });
    const policy = JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString());
    expect(policy.expiration).toBe('2026-11-26T21:00:00.000Z');
    expect(policy.conditions).toContainEqual(['content-length-range', 2, 5]);
    expect(policy.conditions).toContainEqual({ 'x-amz-security-token': 'token' });
  });

  it.each([
    { problem: 'a larger file', file: 'larger', code: 'EntityTooLarge', status: 400 },
    { problem: 'a smaller file', file: 's', code: 'EntityTooSmall', status: 400 },
    { problem: 'no file', file: undefined, code: 'InvalidArgument', status: 400 },
    {
      problem: 'another key',
      file: 'file',
      changed: { key: 'imports/pending/a/c' },
      code: 'AccessDenied',
      status: 403,
    },
    {
      problem: 'another target',
      file: 'file',
      changed: { success_action_redirect: 'https://evil.example' },
      code: 'AccessDenied',
      status: 403,
    },
    {
      problem: 'a further field',
      file: 'file',
      changed: { acl: 'public-read' },
      code: 'AccessDenied',
      status: 403,
    },
    {
      problem: 'another policy',
      file: 'file',
      changed: { policy: Buffer.from('{"conditions":[]}').toString('base64') },
      code: 'SignatureDoesNotMatch',
      status: 403,
    },
  ])('is refused with $problem', async ({ file, changed, code, status }) => {
    const { store, unfinished } = await start();
    const { send } = await signForm();
    const refused = await send(file, changed);
    expect(refused.status).toBe(status);
    expect(await refused.text()).toContain(`<Code>${code}</Code>`);
    expect(await store.get(key)).toBeUndefined();
    expect(readdirSync(unfinished)).toEqual([]);
  });

  it.each([
    { problem: 'without a boundary', type: 'multipart/form-data' },
    { problem: 'of another type', type: 'multipart/mixed; boundary=x' },
  ])('is refused $problem', async ({ type }) => {
    const { door, store, warnings } = await start();
    const headers = { 'Content-Type': type };
    const body = `--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n${key}\r\n--x--\r\n`;
    const refused = await fetch(`${door}/${bucket}`, { method: 'POST', headers, body });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('content-type')).toBe('application/xml');
    expect(await refused.text()).toContain('<Code>MalformedPOSTRequest</Code>');
    expect(await store.get(key)).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('is refused after its time', async () => {
    const { store } = await start();
    const { send } = await signForm({ endsAt: new Date(now) });
    expect(await (await send('file')).text()).toContain('Policy expired');
    expect(await store.get(key)).toBeUndefined();
  });

  it('stores nothing of a file whose connection was cut at any byte', async () => {
    const { door, store, unfinished, warnings } = await start();
    const { fields, action } = await signForm({ size: { min: 0, max: 1_000_000 } });
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob(['x'.repeat(500_000)]), 'run.fit');
    const encoded = new Request(action, { method: 'POST', body });
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const head =
      `POST /${bucket} HTTP/1.1\r\nHost: ${new URL(door).host}\r\n` +
      `Content-Type: ${encoded.headers.get('content-type')}\r\n` +
      `Content-Length: ${bytes.length}\r\n\r\n`;

    const step = Math.ceil(bytes.length / 40);
    for (let end = 1; end < bytes.length; end += step)
      await sendAndCut(door, Buffer.concat([Buffer.from(head), bytes.subarray(0, end)]));
    expect(await store.get(key)).toBeUndefined();
    await waitUntilEmpty(unfinished);
    expect(warnings).toEqual([]);
  });
});

/** Sends bytes to a server, and closes the connection. */
async function sendAndCut(url: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = Promise.withResolvers<void>();
  socket.on('close', () => closed.resolve());
  socket.write(bytes, () => socket.destroy());
  await closed.promise;
}

import {
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder, waitUntilEmpty } from '#kit/temporary-folder.ts';
import { startObjectServer } from './object-server.ts';

const definitions = {
  buckets: ['images'],
  expirations: [{ bucket: 'images', prefix: 'exports/', days: 2 }],
};

async function start(directory = createTemporaryFolder()) {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const { url } = await startObjectServer(directory, definitions, warn, disposables);
  const send = (method: string, key: string, init: RequestInit = {}) =>
    fetch(`${url}/images/${key}`, { method, ...init });
  const close = () => disposables.disposeAsync();
  return { directory, warnings, url, send, close };
}

const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'max-age=5' };

describe('an object', () => {
  it('is returned with its headers until it is deleted', async () => {
    const { send } = await start();
    const put = await send('PUT', 'a/b', { body: 'content', headers });
    expect(put.status).toBe(200);

    const got = await send('GET', 'a/b?x-id=GetObject');
    expect([got.status, await got.text()]).toEqual([200, 'content']);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'max-age=5',
      'content-length': '7',
      etag: put.headers.get('etag'),
    });

    const head = await send('HEAD', 'a/b');
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['7', '']);
    expect((await send('DELETE', 'a/b')).status).toBe(204);
    // S3 responds to the deletion of a missing object as to any other.
    expect((await send('DELETE', 'a/b')).status).toBe(204);
    expect((await send('GET', 'a/b')).status).toBe(404);
  });

  it('is listed with the objects that have the same prefix, on pages', async () => {
    const { send } = await start();
    const keys = Array.from({ length: 5 }, (_, index) => `a/${index}`);
    for (const key of [...keys, 'a/&<', 'b']) await send('PUT', key, { body: key });
    const list = async (query: string) =>
      (await send('GET', `?list-type=2&max-keys=4&prefix=a%2F${query}`)).text();

    const firstPage = await list('');
    const [, token = ''] = /<NextContinuationToken>(.*)<\//.exec(firstPage) ?? [];
    const lastPage = await list(`&continuation-token=${token}`);
    const listed = [...(firstPage + lastPage).matchAll(/<Key>(.*?)<\/Key>/g)];
    expect(listed.map(([, key]) => key)).toEqual(['a/&#38;&#60;', ...keys.toSorted()]);
    expect(lastPage).not.toContain('NextContinuationToken');
  });

  it('is not sent again to a client that has it', async () => {
    const { send } = await start();
    await send('PUT', 'a', { body: 'content' });
    const { headers: got } = await send('GET', 'a');
    const tag = got.get('etag') ?? '';
    const date = got.get('last-modified') ?? '';
    const getStatus = async (conditions: Record<string, string>) =>
      (await send('GET', 'a', { headers: conditions })).status;

    expect(await getStatus({ 'If-None-Match': tag })).toBe(304);
    expect(await getStatus({ 'If-Modified-Since': date })).toBe(304);
    expect(
      await getStatus({ 'If-None-Match': '"other"', 'If-Modified-Since': date }),
    ).toBe(200);
    expect(await getStatus({ 'If-Modified-Since': new Date(0).toUTCString() })).toBe(200);
  });

  it('is separate from other objects, whatever its key contains', async () => {
    const { send, directory } = await start();
    const keys = ['a', 'a/b', 'a%2Cb', '%2E%2E%2Fup', 'a%2F..%2F..%2Fup'];
    for (const key of keys) await send('PUT', key, { body: key });
    // The same keys, of which a client may encode fewer characters.
    for (const key of ['a', 'a/b', 'a,b', '..%2Fup', 'a%2F..%2F..%2Fup'])
      expect(decodeURIComponent(await (await send('GET', key)).text())).toBe(
        decodeURIComponent(key),
      );
    expect(readdirSync(directory)).toEqual(['objects']);
    expect(readdirSync(join(directory, 'objects')).sort()).toEqual([
      '.unfinished',
      '.uploads',
      'images',
    ]);
  });

  it.each([
    {
      problem: 'a URL without a key',
      path: '/images/',
      method: 'PUT',
      status: 405,
      code: 'MethodNotAllowed',
    },
    {
      problem: 'an unsupported method',
      path: '/images/a',
      method: 'POST',
      status: 405,
      code: 'MethodNotAllowed',
    },
    {
      problem: 'an unknown bucket',
      path: '/other/a',
      method: 'GET',
      status: 404,
      code: 'NoSuchBucket',
    },
    {
      problem: 'an unknown key',
      path: '/images/a',
      method: 'GET',
      status: 404,
      code: 'NoSuchKey',
    },
    {
      problem: 'a malformed key',
      path: '/images/%',
      method: 'GET',
      status: 400,
      code: 'InvalidURI',
    },
    {
      problem: 'a key that is too long',
      path: `/images/${'a'.repeat(241)}`,
      method: 'PUT',
      status: 400,
      code: 'InvalidURI',
    },
  ])('cannot be requested with $problem', async ({ path, method, status, code }) => {
    const { url } = await start();
    const response = await fetch(`${url}${path}`, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(`<Code>${code}</Code>`);
  });

  it('is rejected in the aws-chunked encoding, which the server does not decode', async () => {
    const { send } = await start();
    const chunked = { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
    expect((await send('PUT', 'a', { body: 'x', headers: chunked })).status).toBe(501);
    expect((await send('GET', 'a')).status).toBe(404);
  });
});

describe('a byte range of an object', () => {
  it.each([
    { range: 'bytes=2-4', text: '234', contentRange: 'bytes 2-4/10' },
    { range: 'bytes=7-', text: '789', contentRange: 'bytes 7-9/10' },
    { range: 'bytes=-2', text: '89', contentRange: 'bytes 8-9/10' },
    { range: 'bytes=5-100', text: '56789', contentRange: 'bytes 5-9/10' },
  ])('is returned for $range', async ({ range, text, contentRange }) => {
    const { send } = await start();
    await send('PUT', 'a', { body: '0123456789' });
    const got = await send('GET', 'a', { headers: { Range: range } });
    expect([got.status, await got.text()]).toEqual([206, text]);
    expect(got.headers.get('content-range')).toBe(contentRange);
  });

  it.each([
    { reason: 'several ranges', headers: { Range: 'bytes=0-1,4-5' } },
    { reason: 'an unknown unit', headers: { Range: 'lines=1-2' } },
    { reason: 'another version', headers: { Range: 'bytes=5-', 'If-Range': '"other"' } },
  ])('is ignored if the request has $reason', async ({ headers }) => {
    const { send } = await start();
    await send('PUT', 'a', { body: '0123456789' });
    const got = await send('GET', 'a', { headers });
    expect([got.status, await got.text()]).toEqual([200, '0123456789']);
    expect(got.headers.get('content-range')).toBeNull();
  });

  it('is rejected if it begins after the end of the object', async () => {
    const { send } = await start();
    await send('PUT', 'a', { body: '0123456789' });
    const got = await send('GET', 'a', { headers: { Range: 'bytes=10-' } });
    expect(got.status).toBe(416);
  });
});

/** Starts a multipart upload and sends its parts. Returns its id and the ETags of the parts. */
async function upload(send: Awaited<ReturnType<typeof start>>['send'], parts: string[]) {
  const created = await send('POST', 'big?uploads', {
    headers: { 'Content-Type': 'application/zip' },
  });
  const [, id = ''] = /<UploadId>(.*)<\/UploadId>/.exec(await created.text()) ?? [];
  const tags: string[] = [];
  for (const [index, body] of parts.entries()) {
    const part = `big?partNumber=${index + 1}&uploadId=${id}`;
    const { headers: got } = await send('PUT', part, { body });
    tags.push(got.get('etag') ?? '');
  }
  return { id, tags };
}

/** Builds the body of the request that completes an upload. */
function listParts(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) =>
      `<Part><ETag>${tag.replaceAll('"', '&quot;')}</ETag><PartNumber>${index + 1}</PartNumber></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

describe('a multipart upload', () => {
  it('creates the object when it is complete, even after a restart', async () => {
    const { send, directory } = await start();
    const { id, tags } = await upload(send, ['one,', 'two,', 'three']);
    expect((await send('GET', 'big')).status).toBe(404);

    const restarted = await start(directory);
    const body = listParts(tags);
    const completed = await restarted.send('POST', `big?uploadId=${id}`, { body });
    expect(completed.status).toBe(200);
    // The copied object exists when the body ends.
    expect(await completed.text()).toContain('</CompleteMultipartUploadResult>');
    const got = await restarted.send('GET', 'big');
    expect([got.headers.get('content-type'), await got.text()]).toEqual([
      'application/zip',
      'one,two,three',
    ]);
    expect(got.headers.get('etag')).toMatch(/^"[0-9a-f]{32}-3"$/);
    expect(readdirSync(join(directory, 'objects', '.uploads'))).toEqual([]);

    const repeated = await restarted.send('POST', `big?uploadId=${id}`, { body });
    expect(await repeated.text()).toContain('<Code>NoSuchUpload</Code>');
  });

  it('is listed until it is aborted, which removes its parts', async () => {
    const { send, directory } = await start();
    const { id, tags } = await upload(send, ['one']);
    const list = async (prefix: string) =>
      (await send('GET', `?uploads&prefix=${prefix}`)).text();
    expect(await list('b')).toContain(`<UploadId>${id}</UploadId>`);
    expect(await list('c')).not.toContain('<Upload>');

    expect((await send('DELETE', `bigger?uploadId=${id}`)).status).toBe(404);
    expect((await send('DELETE', `big?uploadId=${id}`)).status).toBe(204);
    expect(readdirSync(join(directory, 'objects', '.uploads'))).toEqual([]);
    const body = listParts(tags);
    const completed = await send('POST', `big?uploadId=${id}`, { body });
    expect(await completed.text()).toContain('<Code>NoSuchUpload</Code>');
  });

  it('cannot be completed with a part that was replaced or is missing, or without parts', async () => {
    const { send } = await start();
    const { id, tags } = await upload(send, ['one', 'two']);
    const replacement = await send('PUT', `big?partNumber=1&uploadId=${id}`, {
      body: 'other',
    });
    const currentTags = [replacement.headers.get('etag') ?? '', ...tags.slice(1)];
    for (const listed of [tags, [...currentTags, '"0"'], []]) {
      const body = listParts(listed);
      const rejected = await send('POST', `big?uploadId=${id}`, { body });
      expect(await rejected.text()).toContain('<Code>InvalidPart</Code>');
    }
  });

  it('gets no part with an unknown id', async () => {
    const { send } = await start();
    const unknown = await send('PUT', 'big?partNumber=1&uploadId=no', { body: 'x' });
    expect(unknown.status).toBe(404);
  });
});

describe('an expired object', () => {
  it('is deleted if a rule has its prefix, as are the parts of abandoned uploads', async () => {
    const { send, directory } = await start();
    await upload(send, ['one']);
    for (const key of ['exports/old', 'exports/new', 'images/old'])
      await send('PUT', key, { body: key });
    const folder = join(directory, 'objects');
    const threeDaysAgo = Date.now() / 1000 - 3 * 86_400;
    const partNames = readdirSync(join(folder, '.uploads'));
    const oldFiles = [
      'images/exports%2Fold.object',
      'images/images%2Fold.object',
      ...partNames.map((name) => `.uploads/${name}`),
    ];
    for (const file of oldFiles)
      utimesSync(join(folder, file), threeDaysAgo, threeDaysAgo);

    await start(directory).then(({ close }) => close());
    expect((await send('GET', 'exports/old')).status).toBe(404);
    expect((await send('GET', 'exports/new')).status).toBe(200);
    expect((await send('GET', 'images/old')).status).toBe(200);
    expect(readdirSync(join(folder, '.uploads'))).toEqual([]);
  });
});

describe('a reader', () => {
  it('gets a whole object, never a part of one, while the object is replaced', async () => {
    const { send } = await start();
    const original = 'a'.repeat(300_000);
    const contents = [original, 'b'.repeat(200_000), 'c'.repeat(400_000)];
    await send('PUT', 'a', { body: original });
    const writes = contents.flatMap((body) => [body, body, body]);
    const reads = Array.from({ length: 30 }, async () => (await send('GET', 'a')).text());
    await Promise.all(writes.map((body) => send('PUT', 'a', { body })));
    for (const text of await Promise.all(reads)) expect(contents).toContain(text);
  });

  it('gets the old object after an upload whose connection was cut', async () => {
    const { send, url, directory } = await start();
    await send('PUT', 'a', { body: 'old' });
    const upload = httpRequest(`${url}/images/a`, {
      method: 'PUT',
      headers: { 'Content-Length': 10 },
    });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    upload.on('error', () => undefined).on('close', resolve);
    upload.write('new', () => upload.destroy());
    await closed;

    expect(await (await send('GET', 'a')).text()).toBe('old');
    await waitUntilEmpty(join(directory, 'objects', '.unfinished'));
  });

  it('gets an error for a truncated file', async () => {
    const { send, directory, warnings } = await start();
    await send('PUT', 'a', { body: 'content' });
    const file = join(directory, 'objects', 'images', 'a.object');
    truncateSync(file, statSync(file).size - 1);
    expect((await send('GET', 'a')).status).toBe(503);
    expect(warnings).toEqual([`S3 failed: ${file} is damaged.`]);
  });

  it('gets an error if the folder of the bucket is gone', async () => {
    const { send, directory, warnings } = await start();
    const folder = join(directory, 'objects', 'images');
    rmSync(folder, { recursive: true });
    expect((await send('GET', 'a')).status).toBe(503);
    expect(warnings).toContain(
      `S3 failed: ${folder} is missing. Restore it from a backup.`,
    );
  });
});

describe('the next start', () => {
  it('removes the unfinished files of a killed process', async () => {
    const { directory } = await start();
    const unfinished = join(directory, 'objects', '.unfinished');
    writeFileSync(join(unfinished, 'half'), 'half');
    await start(directory);
    expect(readdirSync(unfinished)).toEqual([]);
  });
});

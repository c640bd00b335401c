import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '#kit/small-stack/send.ts';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';
import { createSharePending } from './cdn.ts';

let service: SmallService;

beforeAll(async () => {
  service = await startSmallService();
});

afterAll(() => service.close());

const get = (path: string, headers: [string, string][] = [], method = 'GET') =>
  sendRaw(service.urls.cdn, { path, headers, method });

/** Stores an object in the bucket of the distribution. */
function store(key: string, body: string): Promise<Response> {
  const { AWS_ENDPOINT_URL_S3, BUCKET_NAME } = service.environment;
  return fetch(`${AWS_ENDPOINT_URL_S3}/${BUCKET_NAME}/${key}`, {
    method: 'PUT',
    body,
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'max-age=5' },
  });
}

describe('the local CDN', () => {
  it('falls back to the second origin, with the path and without the query', async () => {
    const { status, json } = await get('/images/a?b=c');
    expect(status).toBe(200);
    expect(json().event).toMatchObject({
      version: '2.0',
      rawPath: '/images/a',
      rawQueryString: '',
      requestContext: { http: { method: 'GET', path: '/images/a' } },
    });
  });

  it('serves an object of the bucket with its headers', async () => {
    await store('images/stored', 'bytes');
    const { status, headers, text } = await get('/images/stored');
    expect([status, text]).toEqual([200, 'bytes']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'max-age=5',
    });
    const conditional = await get('/images/stored', [
      ['If-None-Match', String(headers.etag)],
    ]);
    expect([conditional.status, conditional.text]).toEqual([304, '']);
  });

  it('shares no response of a conditional request with other requests', async () => {
    await store('images/shared', 'bytes');
    const { headers } = await get('/images/shared');
    const since: [string, string] = [
      'If-Modified-Since',
      String(headers['last-modified']),
    ];
    const [conditional, plain] = await Promise.all([
      get('/images/shared', [since]),
      get('/images/shared'),
    ]);
    expect([conditional.status, conditional.text]).toEqual([304, '']);
    expect([plain.status, plain.text]).toEqual([200, 'bytes']);
  });

  it('responds to a path that cannot be parsed as a URL, and to later requests', async () => {
    expect((await get('//')).status).toBe(200);
    expect((await get('/images/a')).status).toBe(200);
  });

  it('ignores Range', async () => {
    await store('images/part', 'bytes');
    const { status, text } = await get('/images/part', [['Range', 'bytes=-2']]);
    expect([status, text]).toEqual([200, 'bytes']);
  });

  it('responds to HEAD without a body, and rejects other methods than GET', async () => {
    await store('images/head', 'bytes');
    const { status, headers, text } = await get('/images/head', [], 'HEAD');
    expect([status, headers['content-length'], headers['content-type'], text]).toEqual([
      200,
      '5',
      'image/png',
      '',
    ]);
    expect((await get('/images/head', [], 'POST')).status).toBe(403);
  });

  it('asks the origin for the path to which the viewer-request function rewrites', async () => {
    await store('new/image', 'rewritten');
    expect((await get('/old/image')).text).toBe('rewritten');
  });

  it('returns the response of a viewer-request function that responds itself', async () => {
    const { status, headers, text } = await get('/');
    expect([status, headers.location, text]).toEqual([303, 'https://docs.example/', '']);
  });

  it('adds the headers of the response headers policy to every response', async () => {
    expect((await get('/anything')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-custom': 'yes',
    });
  });

  it('responds with 502 and a warning if the function fails', async () => {
    const { status } = await get('/failing/x');
    expect(status).toBe(502);
    expect(service.lines.some((line) => line.includes('responds with 502'))).toBe(true);
  });
});

it('sharePending runs work once for simultaneous calls with one key, and again for a later call', async () => {
  const sharePending = createSharePending<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  const simultaneous = Array.from({ length: 20 }, () => sharePending('a', work));
  expect(new Set(await Promise.all(simultaneous))).toEqual(new Set([1]));
  const later = [sharePending('a', work), sharePending('b', work)];
  expect(await Promise.all(later)).toEqual([2, 3]);
});

it('sharePending runs work again after it has failed', async () => {
  const sharePending = createSharePending<string>();
  const fail = () => Promise.reject(new Error('failed'));
  await expect(sharePending('a', fail)).rejects.toThrow('failed');
  await expect(sharePending('a', async () => 'done')).resolves.toBe('done');
});

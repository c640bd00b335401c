import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { createDataSource, type DataSourceBody, listNames } from '#kit/data-sources.ts';
import { newUserToken } from '#kit/fixtures.ts';

const { urls } = inject('service');

/** Sends a request without normalizing its path. Returns the body without decoding it. */
function sendRaw(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; encoding: string; bytes: Buffer }> {
  const { hostname, port } = new URL(urls.main);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          encoding: response.headers['content-encoding'] ?? '',
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Replaces the `FF` of a text by bytes. */
function replaceByBytes(text: string, bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  const [before = '', after = ''] = text.split('FF');
  return Uint8Array.from([...Buffer.from(before), ...bytes, ...Buffer.from(after)]);
}

const toWholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;

describe('every endpoint of the main API', () => {
  let token: string;
  beforeAll(async () => {
    token = await newUserToken();
    await createDataSource(token, 'Watch');
  });

  it('accepts a doubled slash at the start of the path', async () => {
    const { status, bytes } = await sendRaw('//v7.1/data_source/', {
      Authorization: `Bearer ${token}`,
    });
    expect(status).toBe(200);
    expect(JSON.parse(String(bytes))).toMatchObject({ total_count: 1 });
  });

  it('accepts an Api-Key header but does not require it', async () => {
    for (const key of ['', 'anything', 'x'.repeat(200)]) {
      expect(
        (await call('GET', '/v7.1/data_source/', { token, headers: { 'Api-Key': key } }))
          .status,
      ).toBe(200);
    }
  });

  it('compresses responses if the client accepts it', async () => {
    const token = await newUserToken();
    for (let i = 0; i < 5; i++) await createDataSource(token, `Watch ${i}`);
    const headers = { Authorization: `Bearer ${token}` };
    const plain = await sendRaw('/v7.1/data_source/', headers);
    const zipped = await sendRaw('/v7.1/data_source/', {
      ...headers,
      'Accept-Encoding': 'gzip',
    });
    expect([plain.encoding, zipped.encoding]).toEqual(['', 'gzip']);
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  it('reads compressed bodies, and rejects damaged ones', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const json = JSON.stringify({
      name: 'Zipped',
      _embedded: { device: [{ manufacturer: 'A', model: 'B' }] },
    });
    const token = await newUserToken();
    const post = (body: Uint8Array<ArrayBuffer>) =>
      call<DataSourceBody>('POST', '/v7.1/data_source/', { token, headers, body });
    expect((await post(new Uint8Array(gzipSync(json)))).body.name).toBe('Zipped');
    expect((await post(new Uint8Array(gzipSync(json)).slice(0, 30))).status).toBe(415);
    expect(await listNames(token)).toEqual(['Zipped']);
  });

  it('rejects bodies that are not UTF-8, but accepts an encoded replacement character', async () => {
    const json =
      '{"name": "FF", "_embedded": {"device": [{"manufacturer": "A", "model": "B"}]}}';
    const token = await newUserToken();
    const post = (path: string, type: string, body: Uint8Array<ArrayBuffer>) =>
      call('POST', path, { token, headers: { 'Content-Type': type }, body });
    // An invalid byte, an overlong encoding, a surrogate and a truncated character.
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const body = replaceByBytes(json, bytes);
      const response = await post('/v7.1/data_source/', 'application/json', body);
      expect([response.status, response.text]).toEqual([
        400,
        expect.stringContaining('must be UTF-8 text'),
      ]);
    }
    const form = await post(
      '/v7.1/oauth2/revoke/',
      'application/x-www-form-urlencoded',
      replaceByBytes('token=FF', [0xff]),
    );
    expect([form.status, form.text]).toEqual([
      400,
      expect.stringContaining('must be UTF-8 text'),
    ]);
    const escaped = json.replace('FF', '\\ufffd');
    await post('/v7.1/data_source/', 'application/json', Buffer.from(escaped));
    expect(await listNames(token)).toEqual(['\ufffd']);
  });

  it('states times in UTC with the offset, to the second', async () => {
    const [source] = (
      await call<{ _embedded: { data_sources: DataSourceBody[] } }>(
        'GET',
        '/v7.1/data_source/',
        {
          token,
        },
      )
    ).body._embedded.data_sources;
    const json = { priority_type: 'sleep', _links: { data_source: source?._links.self } };
    const before = toWholeSeconds(Date.now());
    const { body } = await call<{ effective_datetime_utc: string }>(
      'POST',
      '/v7.1/data_source_priority/',
      { token, json },
    );
    expect(body.effective_datetime_utc).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/,
    );
    const times = [before, Date.parse(body.effective_datetime_utc), Date.now()];
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
  });
});

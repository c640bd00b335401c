import { beforeAll, expect, it } from 'vitest';
import { callHandler } from './call-handler.ts';
import { issueClientToken, newUserToken } from './fixtures.ts';
import type { SendOptions, TestResponse } from './send.ts';

/** A collection as a client sees it, with its items under `Key`. */
export interface CollectionBody<Key extends string, Item> {
  _embedded: Record<Key, Item[]>;
  _links: Record<
    'self' | 'next' | 'prev' | 'documentation',
    [{ href: string }] | undefined
  >;
  total_count: number;
}

/** Reads a collection at v7.0. Defaults to the token of a client. */
export type ReadCollection<Key extends string, Item> = (
  query?: string,
  options?: SendOptions,
) => Promise<TestResponse<CollectionBody<Key, Item>>>;

/** Returns a function that reads the collection `resource`. Issues its token before the tests. */
export function createCollectionReader<Key extends string, Item>(
  resource: string,
): ReadCollection<Key, Item> {
  let token: string;
  beforeAll(async () => {
    token = await issueClientToken();
  });
  return (query = '', options = {}) =>
    callHandler('GET', `/v7.0/${resource}/${query}`, { token, ...options });
}

/** Defines the tests that hold for every collection of reference data. */
export function testCollection(
  resource: string,
  read: ReadCollection<string, unknown>,
): void {
  it('has the version of the request in every link, with and without a trailing slash', async () => {
    const token = await issueClientToken();
    const { text: expected } = await read();
    expect(expected).not.toContain('"/v7.1/');
    for (const version of ['v7.0', 'v7.1'])
      for (const slash of ['/', '']) {
        const { text } = await callHandler('GET', `/${version}/${resource}${slash}`, {
          token,
        });
        expect(text, version + slash).toBe(
          expected.replaceAll('"/v7.0/', `"/${version}/`),
        );
      }
  });

  it('is the same for a user as for an application', async () => {
    expect((await read('', { token: await newUserToken() })).text).toBe(
      (await read()).text,
    );
  });

  it('has a strong ETag, and may be kept for an hour', async () => {
    const { headers } = await read();
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    // The gateway compresses the response only if the request has this header.
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
  });

  it('is not sent again to a client that has the same page', async () => {
    const headers = { 'If-None-Match': (await read()).headers.get('etag') ?? '' };
    const { status, text } = await read('', { headers });
    expect([status, text]).toEqual([304, '']);
    expect((await read('?limit=1&offset=1', { headers })).status).toBe(200);
  });
}

import { beforeAll } from 'vitest';
import { callHandler } from './call-handler.ts';
import { issueClientToken } from './fixtures.ts';
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
type ReadCollection<Key extends string, Item> = (
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

import { expect, it, vi } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

it.each([
  { millis: 0, found: 'value' },
  { millis: 999, found: 'value' },
  { millis: 1000, found: undefined },
  // The clock was set back.
  { millis: -1, found: undefined },
])('a value is $found after $millis of 1,000 milliseconds', ({ millis, found }) => {
  const cache = createTtlCache<string>(1000);
  const readAt = new Date('2026-11-20T12:00:00Z');
  cache.set('key', 'value', readAt);
  expect(cache.get('key', new Date(readAt.getTime() + millis))).toBe(found);
});

it('a value of one table is not found in another', () => {
  const cache = createTtlCache<string>(1000);
  const now = new Date('2026-11-20T12:00:00Z');
  cache.set('key', 'value', now);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
  const ofOther = cache.get('key', now);
  vi.unstubAllEnvs();
  expect([ofOther, cache.get('key', now)]).toEqual([undefined, 'value']);
});

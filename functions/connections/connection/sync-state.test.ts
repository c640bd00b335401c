import { expect, it } from 'vitest';
import { getRetryTime } from './sync-state.ts';

const now = new Date('2026-11-20T12:00:00Z');

it.each([
  { failures: 1, retryAfter: undefined, at: '2026-11-20T12:02:00.000Z' },
  { failures: 8, retryAfter: undefined, at: '2026-11-20T16:16:00.000Z' },
  { failures: 100, retryAfter: undefined, at: '2026-11-20T18:00:00.000Z' },
  { failures: 0, retryAfter: 300, at: '2026-11-20T12:05:00.000Z' },
  { failures: 0, retryAfter: 999_999_999, at: '2026-11-21T12:00:00.000Z' },
])(
  'a sync that failed $failures times is tried again by $at, with Retry-After: $retryAfter',
  ({ failures, retryAfter, at }) => {
    expect(getRetryTime(failures, now, retryAfter).toISOString()).toBe(at);
  },
);

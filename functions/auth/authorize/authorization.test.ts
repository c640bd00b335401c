import { expect, it } from 'vitest';
import { isRecentEnough, parsePrompts } from './authorization.ts';

const requested_datetime = '2026-11-20T12:00:00.000Z';
const now = new Date('2026-11-20T12:01:00.000Z');
/** A session from 10 minutes before the request, which is 660 seconds old at `now`. */
const olderSession = { created_datetime: '2026-11-20T11:50:00.000Z' };
/** A session from 30 seconds after the request. */
const newerSession = { created_datetime: '2026-11-20T12:00:30.000Z' };

it('parses the prompts of OpenID Connect and ignores others', () => {
  expect(parsePrompts('login consent')).toEqual(['login', 'consent']);
  expect(parsePrompts('create none')).toEqual(['none']);
  expect(parsePrompts(undefined)).toEqual([]);
});

it.each([{}, { prompt: 'consent' }, { max_age: 660 }])(
  'accepts a session from before a request with %j',
  (members) => {
    const request = { ...members, requested_datetime };
    expect(isRecentEnough(request, olderSession, now)).toBe(true);
  },
);

it.each([
  { prompt: 'login' },
  { prompt: 'select_account' },
  { max_age: 0 },
  { max_age: 659 },
])('accepts a session from after a request with %j, but none from before', (members) => {
  const request = { ...members, requested_datetime };
  expect(isRecentEnough(request, olderSession, now)).toBe(false);
  expect(isRecentEnough(request, newerSession, now)).toBe(true);
});

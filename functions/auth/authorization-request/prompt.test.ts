import { expect, it } from 'vitest';
import { isRecentEnough, parsePrompts } from './prompt.ts';

const requested_datetime = '2026-11-20T12:00:00.000Z';
const now = new Date('2026-11-20T12:01:00.000Z');
const earlier = { created_datetime: '2026-11-20T11:50:00.000Z' };
const since = { created_datetime: '2026-11-20T12:00:30.000Z' };

it('parses the prompts of OpenID Connect and ignores others', () => {
  expect(parsePrompts('login consent')).toEqual(['login', 'consent']);
  expect(parsePrompts('create none')).toEqual(['none']);
  expect(parsePrompts(undefined)).toEqual([]);
});

it.each([
  { request: {}, isAccepted: true },
  { request: { prompt: 'consent' }, isAccepted: true },
  { request: { prompt: 'login' }, isAccepted: false },
  { request: { prompt: 'select_account' }, isAccepted: false },
  { request: { max_age: 0 }, isAccepted: false },
  { request: { max_age: 659 }, isAccepted: false },
  { request: { max_age: 660 }, isAccepted: true },
])('accepts an earlier session for $request: $isAccepted', ({ request, isAccepted }) => {
  const authorization = { ...request, requested_datetime };
  expect(isRecentEnough(authorization, earlier, now)).toBe(isAccepted);
  expect(isRecentEnough(authorization, since, now)).toBe(true);
});

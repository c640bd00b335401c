import { expect, it } from 'vitest';
import { type EventPattern, matchesEventPattern, wildcardToRegExp } from './patterns.ts';

const pattern: EventPattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { sk: { S: [{ prefix: 'THING#' }] } } },
};

const buildEvent = (eventName: string, sk: unknown) => ({
  eventName,
  dynamodb: { Keys: { sk }, SizeBytes: 1 },
});

it.each([
  { isMatch: true, event: buildEvent('REMOVE', { S: 'THING#1' }) },
  { isMatch: true, event: buildEvent('REMOVE', { S: 'THING#' }) },
  { isMatch: false, event: buildEvent('REMOVE', { S: 'A THING#1' }) },
  { isMatch: false, event: buildEvent('MODIFY', { S: 'THING#1' }) },
  { isMatch: false, event: buildEvent('REMOVE', { N: '1' }) },
  { isMatch: false, event: buildEvent('REMOVE', { S: 1 }) },
  { isMatch: false, event: buildEvent('REMOVE', null) },
  { isMatch: false, event: undefined },
])('matchesEventPattern returns $isMatch for $event', ({ isMatch, event }) => {
  expect(matchesEventPattern(pattern, event)).toBe(isMatch);
});

it('a pattern matches any of several values', () => {
  const either: EventPattern = { eventName: ['INSERT', 'REMOVE'] };
  const results = ['INSERT', 'REMOVE', 'MODIFY'].map((eventName) =>
    matchesEventPattern(either, { eventName }),
  );
  expect(results).toEqual([true, true, false]);
});

it('an operator that the runner does not support is reported', () => {
  const unknown = {
    eventName: [{ 'anything-but': 'INSERT' }],
  } as unknown as EventPattern;
  expect(() => matchesEventPattern(unknown, { eventName: 'REMOVE' })).toThrow(
    'The local runner does not support {"anything-but":"INSERT"} in an event pattern.',
  );
});

it.each([
  { pattern: '*', text: '', isMatch: true },
  { pattern: '/icons/*', text: '/icons/a/b.png', isMatch: true },
  { pattern: '/icons/*', text: '/icons', isMatch: false },
  { pattern: '/icons/*', text: '/old/icons/a', isMatch: false },
  { pattern: 'v?.1', text: 'v7.1', isMatch: true },
  { pattern: 'v?.1', text: 'v.1', isMatch: false },
  { pattern: 'v7.1', text: 'v7x1', isMatch: false },
  { pattern: '(a|b)[c]$', text: '(a|b)[c]$', isMatch: true },
  { pattern: 'a\\*b', text: 'a\\xb', isMatch: true },
])('the pattern $pattern matches $text: $isMatch', ({ pattern, text, isMatch }) => {
  expect(wildcardToRegExp(pattern).test(text)).toBe(isMatch);
});

it('a wildcard pattern ignores case with the flag i', () => {
  expect(wildcardToRegExp('Execute-API:*').test('execute-api:Invoke')).toBe(false);
  expect(wildcardToRegExp('Execute-API:*', 'i').test('execute-api:Invoke')).toBe(true);
});

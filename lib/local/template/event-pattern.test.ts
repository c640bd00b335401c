import { expect, it } from 'vitest';
import { type EventPattern, matchesEventPattern } from './event-pattern.ts';

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

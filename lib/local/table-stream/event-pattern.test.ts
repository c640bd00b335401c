import { expect, it } from 'vitest';
import { matches, type Pattern } from './event-pattern.ts';

const pattern: Pattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { sk: { S: [{ prefix: 'THING#' }] } } },
};
const event = (eventName: string, sk: unknown) => ({
  eventName,
  dynamodb: { Keys: { sk }, SizeBytes: 1 },
});

it.each([
  [true, event('REMOVE', { S: 'THING#1' })],
  [true, event('REMOVE', { S: 'THING#' })],
  [false, event('REMOVE', { S: 'A THING#1' })],
  [false, event('MODIFY', { S: 'THING#1' })],
  [false, event('REMOVE', { N: '1' })],
  [false, event('REMOVE', { S: 1 })],
  [false, event('REMOVE', null)],
  [false, undefined],
])('is %s of %j', (expected, record) => {
  expect(matches(pattern, record)).toBe(expected);
});

it('accepts each of several texts', () => {
  const either: Pattern = { eventName: ['INSERT', 'REMOVE'] };
  expect(['INSERT', 'REMOVE', 'MODIFY'].map((eventName) => matches(either, { eventName }))).toEqual(
    [true, true, false],
  );
});

it('names an operator that the runner does not know', () => {
  const unknown = { eventName: [{ 'anything-but': 'INSERT' }] } as unknown as Pattern;
  expect(() => matches(unknown, { eventName: 'REMOVE' })).toThrow(
    'An event pattern has {"anything-but":"INSERT"}: the local runner knows texts and prefixes.',
  );
});

import { expect, it } from 'vitest';
import type { StreamRule } from '#shared/contract/function.ts';
import { type EventPattern, matchesEventPattern } from '../../local/template/patterns.ts';
import { buildEventFilters } from './event-filters.ts';

const toMessage = () => ({});
const newRule = (
  prefix: string,
  member?: 'mail.id' | `request.${string}`,
): StreamRule => ({
  on: 'write',
  prefixes: [prefix],
  toMessage,
  ...(member && { member }),
});
const deletions: StreamRule = { on: 'delete', prefixes: ['THING#'], toMessage };

/** Builds the record of an item that one of the rules selects. */
function buildRecord({ on, prefixes: [prefix], member = 'x.x' }: StreamRule) {
  const [attribute = '', name = ''] = member.split('.');
  return {
    eventName: on === 'delete' ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      Keys: { sk: { S: `${prefix}1` } },
      NewImage: { [attribute]: { M: { [name]: { S: 'id' } } } },
    },
  };
}

it('builds one filter for rules that differ in their prefixes only', () => {
  const rules = [newRule('A#', 'mail.id'), newRule('B#', 'mail.id'), deletions];
  expect(buildEventFilters(rules).map((pattern) => JSON.parse(pattern))).toEqual([
    {
      eventName: ['INSERT', 'MODIFY'],
      dynamodb: {
        Keys: { sk: { S: [{ prefix: 'A#' }, { prefix: 'B#' }] } },
        NewImage: { mail: { M: { id: { S: [{ exists: true }] } } } },
      },
    },
    {
      eventName: ['REMOVE'],
      dynamodb: { Keys: { sk: { S: [{ prefix: 'THING#' }] } } },
    },
  ]);
});

it('builds a filter that skips items with an attribute', () => {
  const rule = { ...newRule('A#'), lacks: 'silent' };
  const [filter] = buildEventFilters([rule]).map(
    (pattern): EventPattern => JSON.parse(pattern),
  );
  if (!filter) throw new Error('There is no filter.');
  const record = buildRecord(rule);
  expect(matchesEventPattern(filter, record)).toBe(true);
  const NewImage = { silent: { BOOL: true } };
  const silent = { ...record, dynamodb: { ...record.dynamodb, NewImage } };
  expect(matchesEventPattern(filter, silent)).toBe(false);
});

it.each([4, 5, 12])(
  'builds at most five filters, which select all records: %i',
  (count) => {
    const members = Array.from({ length: count }, (_, index) =>
      newRule(`KIND${index}#`, `request.member${index}`),
    );
    for (const rules of [members, [...members, newRule('ALL#'), deletions]]) {
      const filters = buildEventFilters(rules).map(
        (pattern): EventPattern => JSON.parse(pattern),
      );
      expect(filters.length).toBe(Math.min(rules.length, 5));
      for (const rule of rules) {
        const record = buildRecord(rule);
        expect(filters.some((filter) => matchesEventPattern(filter, record))).toBe(true);
      }
      const other = buildRecord(newRule('OTHER#'));
      expect(filters.some((filter) => matchesEventPattern(filter, other))).toBe(false);
    }
  },
);

it('rejects a filter that is longer than Lambda allows', () => {
  const rules = Array.from({ length: 300 }, (_, index) => newRule(`PREFIX${index}#`));
  expect(() => buildEventFilters(rules)).toThrow('Lambda has no event filters as long');
});

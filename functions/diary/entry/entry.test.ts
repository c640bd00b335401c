import { describe, expect, it } from 'vitest';
import { run } from '#kit/diary.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import { validate } from '#shared/http/validation.ts';
import { changes, EntryCreation } from './entry.ts';

const listProblems = (schema: Schema, value: unknown) =>
  validate({ sent: { schema, value } }).failures;

const invalidRun = { ...run, date: 'x', start_time: 'x', duration: 'x' };
const problems = {
  date: ['must be a valid date in the format YYYY-MM-DD'],
  start_time: [expect.stringContaining('must be an ISO 8601 date-time')],
  duration: ['must be an integer'],
};

describe('an entry with invalid members', () => {
  it('is rejected for its heart rates, too', () => {
    const heartRates = { avg_heart_rate: 150, max_heart_rate: 140 };
    const expected = {
      ...problems,
      max_heart_rate: ['must be at least avg_heart_rate'],
    };
    const { type: _, ...change } = invalidRun;
    expect(listProblems(changes.exercise, { ...change, ...heartRates })).toEqual(
      expected,
    );
    const items = [{ ...invalidRun, ...heartRates }];
    expect(Object.keys(listProblems(EntryCreation, { items }))).toEqual(
      Object.keys(expected).map((member) => `items.0.${member}`),
    );
  });

  it.each(['150', 19])('is not compared with the invalid heart rate %j', (rate) => {
    const sent = { avg_heart_rate: 150, max_heart_rate: rate };
    expect(listProblems(changes.exercise, sent)).toEqual({
      max_heart_rate: [expect.stringMatching(/number|20/)],
    });
  });

  it('does not hide that there are too many', () => {
    const items = Array(51).fill(invalidRun);
    expect(listProblems(EntryCreation, { items })).toMatchObject({
      items: ['must have at most 50 items'],
    });
  });

  it('does not hide that a change has both a source and other members', () => {
    const { source } = listProblems(changes.exercise, {
      duration: 'x',
      source: { separated_from: [] },
    });
    expect(source).toEqual(['must be the only member of the request']);
  });
});

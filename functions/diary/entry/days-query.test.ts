import { expect, it } from 'vitest';
import { validate } from '#shared/http/validation.ts';
import { DaysQuery } from './days-query.ts';

const findFailures = (from: string, to: string) =>
  validate({ query: { schema: DaysQuery, value: { from, to } } }).failures;

it('says how far apart the days of a query may be only if both are days', () => {
  expect(findFailures('2026-01-01', '2026-04-02')).toEqual({});
  expect(findFailures('2026-01-01', '2026-04-03')).toEqual({
    to: ['must be at most 91 days after from'],
  });
  expect(findFailures('2026-01-01', 'x')).toEqual({
    to: ['must be a valid date in the format YYYY-MM-DD'],
  });
});

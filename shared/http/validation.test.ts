import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validate } from './validation.ts';

const Body = z.object({
  types: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  size: z.int().check(z.minimum(1), z.maximum(100)),
  value: z.number().check(z.maximum(100)),
  cursor: z.string().check(z.minLength(1), z.maxLength(2)),
});
const valid = { types: ['a'], size: 1, value: 1, cursor: 'a' };

const findFailures = (members: object) =>
  validate({ body: { schema: Body, value: { ...valid, ...members } } }).failures;

it('says nothing of the size of a value whose type is wrong', () => {
  expect(findFailures({ types: '' })).toEqual({ types: ['must be an array'] });
  expect(findFailures({ types: 'abc' })).toEqual({ types: ['must be an array'] });
});

it('names the narrowest of several limits', () => {
  expect(findFailures({ size: 1e20 })).toEqual({ size: ['must be at most 100'] });
});

it('tells a number that is too large for JavaScript from a value that is no number', () => {
  const { value } = JSON.parse('{"value":1e400}');
  expect(findFailures({ value })).toEqual({ value: ['must be a finite number'] });
  expect(findFailures({ value: '1' })).toEqual({ value: ['must be a number'] });
});

it('counts characters and items', () => {
  const one = { cursor: ['must have at least 1 character'] };
  expect(findFailures({ cursor: '' })).toEqual(one);
  const failures = {
    types: ['must have at most 2 items'],
    cursor: ['must have at most 2 characters'],
  };
  expect(findFailures({ types: ['a', 'b', 'c'], cursor: 'abc' })).toEqual(failures);
});

import { expect, it } from 'vitest';
import { type ErrorCode, errors } from '#shared/errors/errors.ts';
import { sentenceOf } from './sentence.ts';

const codes = Object.keys(errors) as ErrorCode[];

it('shows the details of an error by their names', () => {
  expect(sentenceOf('not_found')).toBe('<kind> <id> could not be found.');
  expect(sentenceOf('validation_failed')).toBe('<field> <what it must be>');
});

it.each(codes)('can say %s; else give its detail a sample in sentence.ts', (code) => {
  expect(sentenceOf(code)).not.toMatch(/NaN|undefined|\[object/);
});

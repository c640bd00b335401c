import { expect, it } from 'vitest';
import { type ErrorCode, errors } from '#shared/errors/errors.ts';
import { getErrorMessage } from './errors.ts';

const codes = Object.keys(errors) as ErrorCode[];

it('names the details of an error in braces', () => {
  expect(getErrorMessage('not_found')).toBe('{kind} {id} could not be found.');
  expect(getErrorMessage('validation_failed')).toBe('{field} {what it must be}');
});

it.each(codes)(
  'renders the message of %s; if not, add a sample of its detail to error-message.ts',
  (code) => {
    expect(getErrorMessage(code)).not.toMatch(/NaN|undefined|\[object/);
  },
);

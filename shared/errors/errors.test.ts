import { expect, it } from 'vitest';
import { serviceError } from './errors.ts';

it.each([
  [1, 'too many failed attempts; try again in 1 second'],
  [60, 'too many failed attempts; try again in 60 seconds'],
])('a wait of %i s is described as "%s"', (seconds, message) => {
  expect(serviceError('too_many_attempts', { seconds }).message).toBe(message);
});

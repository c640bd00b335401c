import { expect, it } from 'vitest';
import { failureText } from './failure.ts';

it('tells a sentence of ours alone, and a mistake in the code with its place', () => {
  expect(failureText(new Error('Port 3000 is taken.'))).toBe('Port 3000 is taken.');
  const [message, ...places] = failureText(new TypeError('x is not a function')).split('\n');
  expect(message).toBe('TypeError: x is not a function');
  expect(places[0]).toContain('failure.test.ts');
  expect(places.join()).not.toContain('node:');
});

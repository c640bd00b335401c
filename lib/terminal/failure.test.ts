import { expect, it } from 'vitest';
import { formatFailure } from './failure.ts';

it('prints the message of our own errors, and the stack trace of a bug', () => {
  expect(formatFailure(new Error('Port 3000 is taken.'))).toBe('Port 3000 is taken.');
  const [message, ...frames] = formatFailure(new TypeError('x is not a function')).split(
    '\n',
  );
  expect(message).toBe('TypeError: x is not a function');
  expect(frames[0]).toContain('failure.test.ts');
  expect(frames.join()).not.toContain('node:');
});

import { expect, it } from 'vitest';
import { isEmail, normalizeEmail } from './identity.ts';

it.each([
  [' Ann@Example.com ', 'ann@example.com'],
  ['a\u0301nn@example.com', 'ánn@example.com'],
  ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example'],
  ['ann@exam\u200bple.com', 'ann@example.com'],
  // The text after @ is not a domain, so it stays as it is.
  ['ann@example.com/1', 'ann@example.com/1'],
])('normalizes the email %j to %j', (email, normalized) => {
  expect(normalizeEmail(email)).toBe(normalized);
});

it('limits an email to 254 bytes', () => {
  const domain = '@example.com';
  const localPart = 'a'.repeat(254 - domain.length);
  expect(isEmail(`${localPart}${domain}`)).toBe(true);
  expect(isEmail(`a${localPart}${domain}`)).toBe(false);
});

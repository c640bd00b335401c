import { expect, it } from 'vitest';
import { toRecipient } from './recipient.ts';

it.each([
  ['ann@example.com', 'ann@example.com'],
  ['Ann.Lee+fit@Mail.Example.com', 'Ann.Lee+fit@mail.example.com'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@exam\u200bple.com', 'ann@example.com'],
])('converts %s to %s', (address, recipient) => {
  expect(toRecipient(address)).toBe(recipient);
});

it.each([
  'ann@example.com,eve@example.com',
  'ann@example.com;eve@example.com',
  'Ann <ann@example.com>',
  '"ann b"@example.com',
  '<ann@example.com>',
  'ann@example.com\nBcc: eve@example.com',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann@example',
  'ann@@example.com',
  'ann@example.com/1',
  'ann@example.com?1',
  'ann@ex%61mple.com',
  'ann@192.0.2.1',
  'ann@1.2',
  '@example.com',
  'ann.@example.com',
  'änn@example.com',
  `${'a'.repeat(65)}@example.com`,
  'ann',
  '',
])('rejects %j, which is not one address', (address) => {
  expect(toRecipient(address)).toBeUndefined();
});

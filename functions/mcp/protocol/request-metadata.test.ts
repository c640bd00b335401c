import { expect, it } from 'vitest';
import { isAllowedOrigin } from './request-metadata.ts';

const local = 'http://127.0.0.1:3006';

it.each([
  [[], true],
  [['http://localhost:5173'], true],
  [['http://127.0.0.1'], true],
  [['http://[::1]:80'], true],
  [['http://evil.example'], false],
  [['http://localhost.evil.example'], false],
  [['null'], false],
  [['http://localhost', 'http://evil.example'], false],
])('on this machine, only pages of this machine may send: %j', (origins, isAllowed) => {
  expect(isAllowedOrigin(origins, local)).toBe(isAllowed);
});

it('in public, pages of any origin may send, because no browser adds a token', () => {
  expect(isAllowedOrigin(['https://page.example'], 'https://api.example/mcp')).toBe(true);
});

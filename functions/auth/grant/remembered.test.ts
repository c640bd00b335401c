import { expect, it } from 'vitest';
import type { Grant } from './grant.ts';
import { isRemembered } from './remembered.ts';

const now = new Date('2026-11-20T12:00:00Z');
const at = now.getTime() / 1000;

const given: Grant = {
  id: 'g',
  user_id: 'u',
  username: 'u',
  client_id: 'one',
  application_name: 'One',
  token_use: 'user',
  scope: 'read',
  created_datetime: '2026-11-01T08:00:00.000Z',
  expires_at: at + 1,
  ttl: at + 1,
  generation: 1,
  code_digest: 'digest',
};
const asked = { client_id: 'one', scope: 'read' };

it('remembers what a person allowed, as long as it lives', () => {
  expect(isRemembered([given], asked, now)).toBe(true);
  expect(isRemembered([], asked, now)).toBe(false);
  expect(isRemembered([{ ...given, revoked_at: at - 1 }], asked, now)).toBe(false);
  expect(isRemembered([{ ...given, expires_at: at }], asked, now)).toBe(false);
});

it('remembers it for that application and that scope only (CN-13, RFC 9700 4.1)', () => {
  expect(isRemembered([given], { ...asked, client_id: 'other' }, now)).toBe(false);
  expect(isRemembered([given], { ...asked, scope: 'write' }, now)).toBe(false);
  expect(isRemembered([given], { ...asked, scope: 'read write' }, now)).toBe(false);
  expect(isRemembered([{ ...given, scope: 'write read' }], asked, now)).toBe(true);
});

it('does not take the word of the operator for that of the person', () => {
  const { code_digest: _, ...issued } = given;
  expect(isRemembered([issued], asked, now)).toBe(false);
});

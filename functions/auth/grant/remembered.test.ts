import { expect, it } from 'vitest';
import { later, now, storedGrant } from '#kit/grants.ts';
import { isRemembered } from './remembered.ts';

const given = storedGrant({ redeemed_at: 1 });
const asked = { client_id: 'c', scope: 'read' };

it('remembers what a person allowed, as long as it lives', () => {
  expect(isRemembered([given], asked, now)).toBe(true);
  expect(isRemembered([], asked, now)).toBe(false);
  expect(isRemembered([{ ...given, revoked_at: 1 }], asked, now)).toBe(false);
  expect(isRemembered([given], asked, later(60))).toBe(false);
});

it('remembers it for that application and that scope only (CN-13, RFC 9700 4.1)', () => {
  expect(isRemembered([given], { ...asked, client_id: 'other' }, now)).toBe(false);
  expect(isRemembered([given], { ...asked, scope: 'write' }, now)).toBe(false);
  expect(isRemembered([given], { ...asked, scope: 'read write' }, now)).toBe(false);
  expect(isRemembered([{ ...given, scope: 'write read' }], asked, now)).toBe(true);
});

it('does not take the word of the operator for that of the person, nor an approval for settled before its code was used', () => {
  const { redeemed_at: _, ...issued } = given;
  expect(isRemembered([issued], asked, now)).toBe(false);
  expect(isRemembered([{ ...issued, code_digest: 'digest' }], asked, now)).toBe(false);
});

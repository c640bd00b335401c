import { expect, it } from 'vitest';
import { later, now, storedGrant } from '#kit/grants.ts';
import { hasPriorConsent } from './prior-consent.ts';

const given = storedGrant({ redeemed_at: 1 });
const asked = { client_id: 'c', scope: 'read' };

it('remembers what a person allowed, as long as it lives', () => {
  expect(hasPriorConsent([given], asked, now)).toBe(true);
  expect(hasPriorConsent([], asked, now)).toBe(false);
  expect(hasPriorConsent([{ ...given, revoked_at: 1 }], asked, now)).toBe(false);
  expect(hasPriorConsent([given], asked, later(60))).toBe(false);
});

it('remembers it for that application and that scope only (CN-13, RFC 9700 4.1)', () => {
  expect(hasPriorConsent([given], { ...asked, client_id: 'other' }, now)).toBe(false);
  expect(hasPriorConsent([given], { ...asked, scope: 'write' }, now)).toBe(false);
  expect(hasPriorConsent([given], { ...asked, scope: 'read write' }, now)).toBe(false);
  expect(hasPriorConsent([{ ...given, scope: 'write read' }], asked, now)).toBe(true);
});

it('does not take the word of the operator for that of the person, nor an approval for settled before its code was used', () => {
  const { redeemed_at: _, ...issued } = given;
  expect(hasPriorConsent([issued], asked, now)).toBe(false);
  expect(hasPriorConsent([{ ...issued, code_digest: 'digest' }], asked, now)).toBe(false);
});

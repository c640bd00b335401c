import { describe, expect, it } from 'vitest';
import { later, now, storedGrant } from '#kit/grants.ts';
import { hasPriorConsent } from './prior-consent.ts';

const consented = storedGrant({ redeemed_at: 1 });
const requested = { client_id: 'c', scope: 'read' };

describe('a prior consent', () => {
  it('is found while the grant is live', () => {
    expect(hasPriorConsent([consented], requested, now)).toBe(true);
    expect(hasPriorConsent([], requested, now)).toBe(false);
    expect(hasPriorConsent([{ ...consented, revoked_at: 1 }], requested, now)).toBe(
      false,
    );
    expect(hasPriorConsent([consented], requested, later(60))).toBe(false);
  });

  it('counts for the same client and scope only (CN-13, RFC 9700 4.1)', () => {
    expect(hasPriorConsent([consented], { ...requested, client_id: 'other' }, now)).toBe(
      false,
    );
    const narrow = { ...consented, scope: 'diary.read' };
    expect(hasPriorConsent([narrow], { ...requested, scope: 'diary.read' }, now)).toBe(
      true,
    );
    expect(hasPriorConsent([narrow], { ...requested, scope: 'diary.write' }, now)).toBe(
      false,
    );
    expect(hasPriorConsent([narrow], requested, now)).toBe(false);
    expect(
      hasPriorConsent([consented], { ...requested, scope: 'diary.write' }, now),
    ).toBe(true);
  });

  it('requires a redeemed code: a grant by the operator or an open code does not count', () => {
    const { redeemed_at: _, ...issued } = consented;
    expect(hasPriorConsent([issued], requested, now)).toBe(false);
    expect(hasPriorConsent([{ ...issued, code_digest: 'digest' }], requested, now)).toBe(
      false,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { buildStoredGrant, getTimeAfter, now } from '#kit/grants.ts';
import { hasPriorConsent } from './remembered-consent.ts';

const consented = buildStoredGrant({ redeemed_at: 1 });
const requested = { client_id: 'c', scope: 'read' };

describe('a prior consent', () => {
  it('is found while the grant is live', () => {
    expect(hasPriorConsent([consented], requested, now)).toBe(true);
    expect(hasPriorConsent([], requested, now)).toBe(false);
    expect(hasPriorConsent([{ ...consented, revoked_at: 1 }], requested, now)).toBe(
      false,
    );
    // The grant has expired by then.
    expect(hasPriorConsent([consented], requested, getTimeAfter(60))).toBe(false);
  });

  it('counts for the same client and scope only', () => {
    expect(hasPriorConsent([consented], { ...requested, client_id: 'other' }, now)).toBe(
      false,
    );
    const narrowGrant = { ...consented, scope: 'diary.read' };
    expect(
      hasPriorConsent([narrowGrant], { ...requested, scope: 'diary.read' }, now),
    ).toBe(true);
    expect(
      hasPriorConsent([narrowGrant], { ...requested, scope: 'diary.write' }, now),
    ).toBe(false);
    expect(hasPriorConsent([narrowGrant], requested, now)).toBe(false);
    expect(
      hasPriorConsent([consented], { ...requested, scope: 'diary.write' }, now),
    ).toBe(true);
  });

  it('does not cover what the user has left out since', () => {
    const created_datetime = getTimeAfter(1).toISOString();
    const narrowed = { scope: 'diary.read', left_out_scope: 'diary.write' };
    const later = { ...consented, ...narrowed, created_datetime };
    const grants = [consented, later];
    expect(hasPriorConsent(grants, requested, now)).toBe(false);
    const covers = (scope: string) =>
      hasPriorConsent(grants, { ...requested, scope }, now);
    expect(covers('diary.write')).toBe(false);
    expect(covers('diary.read images.write')).toBe(true);
    const allowedAgain = {
      ...consented,
      created_datetime: getTimeAfter(2).toISOString(),
    };
    expect(hasPriorConsent([...grants, allowedAgain], requested, now)).toBe(true);
  });

  it('requires a redeemed code: no grant by the operator, no unused code', () => {
    const { redeemed_at: _, ...grantByOperator } = consented;
    expect(hasPriorConsent([grantByOperator], requested, now)).toBe(false);
    const unusedCode = { ...grantByOperator, code_digest: 'digest' };
    expect(hasPriorConsent([unusedCode], requested, now)).toBe(false);
  });
});

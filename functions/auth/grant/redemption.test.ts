import { describe, expect, it } from 'vitest';
import { buildStoredGrant, now } from '#kit/grants.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Grant } from './grant.ts';
import { explainRedemptionFailure } from './redemption.ts';

const code = { user_id: 'u', id: 'g', secret: newSecret() };
const redemption = { client_id: 'c', code_challenge: 'challenge' };

const grant = buildStoredGrant({
  generation: 0,
  code_digest: toDigest(code.secret),
  code_expires_at: toEpochSeconds(now) + 1,
  code_challenge: 'challenge',
  redirect_uri: 'https://app.example/',
});

describe('a rejected code', () => {
  it.each<[string, Grant | undefined]>([
    ['is unknown', undefined],
    ['belongs to another client', { ...grant, client_id: 'd' }],
    ['has another secret', { ...grant, code_digest: toDigest(newSecret()) }],
    ['has expired', { ...grant, code_expires_at: toEpochSeconds(now) }],
    ['was revoked', { ...grant, revoked_at: 1 }],
  ])(
    'that %s revokes nothing, and the reason is that of an unknown code',
    (_, stored) => {
      const rejection = explainRedemptionFailure(stored, code, redemption, now);
      const unknownCode = explainRedemptionFailure(undefined, code, redemption, now);
      expect(rejection).toEqual(unknownCode);
      expect(rejection.revocationEvent).toBeUndefined();
    },
  );

  it('that was used before revokes the grant, even if it has expired', () => {
    const used = { ...grant, redeemed_at: 1, code_expires_at: 2 };
    expect(explainRedemptionFailure(used, code, redemption, now).revocationEvent).toBe(
      'authorization_code_reused',
    );
  });

  it('without its verifier, or with an unexpected one, revokes the grant', () => {
    const { code_challenge: _, ...grantWithoutChallenge } = grant;
    expect(
      explainRedemptionFailure(grant, code, { client_id: 'c' }, now).revocationEvent,
    ).toBe('code_verifier_mismatch');
    expect(
      explainRedemptionFailure(grantWithoutChallenge, code, redemption, now)
        .revocationEvent,
    ).toBe('code_verifier_mismatch');
  });

  it('with a wrong verifier says so again, and revokes nothing again', () => {
    const revoked = { ...grant, revoked_at: 1 };
    const again = explainRedemptionFailure(revoked, code, { client_id: 'c' }, now);
    expect(again.reason).toContain('the code_verifier does not match');
    expect(again.revocationEvent).toBeUndefined();
    const { reason } = explainRedemptionFailure(revoked, code, redemption, now);
    expect(reason).toContain('the code is invalid');
  });
});

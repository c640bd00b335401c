import { describe, expect, it } from 'vitest';
import { now, storedGrant } from '#kit/grants.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import type { Grant } from './grant.ts';
import { explainRedemptionFailure } from './redemption.ts';

const code = { user_id: 'u', id: 'g', secret: newSecret() };
const shown = { client_id: 'c', code_challenge: 'challenge' };

const grant = storedGrant({
  generation: 0,
  code_digest: toDigest(code.secret),
  code_expires_at: epochSeconds(now) + 1,
  code_challenge: 'challenge',
  redirect_uri: 'https://app.example/',
});

describe('a code that was refused', () => {
  it.each<[string, Grant | undefined]>([
    ['is unknown', undefined],
    ['is of another application', { ...grant, client_id: 'd' }],
    ['has another secret', { ...grant, code_digest: toDigest(newSecret()) }],
    ['has expired', { ...grant, code_expires_at: epochSeconds(now) }],
    ['was revoked', { ...grant, revoked_at: 1 }],
  ])('because it %s changes nothing, and the reason does not tell which', (_, stored) => {
    expect(explainRedemptionFailure(stored, code, shown, now)).toEqual(
      explainRedemptionFailure(undefined, code, shown, now),
    );
    expect(explainRedemptionFailure(stored, code, shown, now).revokes).toBeUndefined();
  });

  it('because it was used before ends the grant, also after its time', () => {
    const used = { ...grant, redeemed_at: 1, code_expires_at: 2 };
    expect(explainRedemptionFailure(used, code, shown, now).revokes).toBe(
      'authorization_code_reused',
    );
  });

  it('because of the verifier ends the grant, whether it is wrong, missing or not asked for', () => {
    const { code_challenge: _, ...without } = grant;
    expect(
      explainRedemptionFailure(grant, code, { ...shown, code_challenge: 'other' }, now).revokes,
    ).toBe('code_verifier_mismatch');
    expect(explainRedemptionFailure(grant, code, { client_id: 'c' }, now).revokes).toBe(
      'code_verifier_mismatch',
    );
    expect(explainRedemptionFailure(without, code, shown, now).revokes).toBe(
      'code_verifier_mismatch',
    );
  });

  it('because of the redirect_uri can still be redeemed', () => {
    const refusal = explainRedemptionFailure(
      grant,
      code,
      { ...shown, redirect_uri: 'https://other.example/' },
      now,
    );
    expect(refusal).toEqual({ reason: expect.stringContaining('redirect_uri') });
  });
});

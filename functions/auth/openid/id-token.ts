import { createHash } from 'node:crypto';
import { formatHint, type Grant } from '#functions/auth/grant/grant.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { idTokenLifetime } from '#shared/signing/key-set.ts';
import type { SigningKey } from '#shared/signing/signing-keys.ts';

/** A sign-in for which a code was redeemed. */
interface SignIn {
  grant: Grant;
  access_token: string;
  codeSecret: string;
  issuer: string;
}

/**
 * Creates the id_token of a sign-in (OpenID Connect Core 1.0 section 2). It has no personal data:
 * that is at the userinfo endpoint.
 */
export async function createIdToken(
  { grant, access_token, codeSecret, issuer }: SignIn,
  key: SigningKey,
  now: Date,
): Promise<string> {
  const { user_id, client_id, auth_time, nonce } = grant;
  const iat = toEpochSeconds(now);
  const claims = compact({
    iss: issuer,
    sub: user_id,
    aud: client_id,
    iat,
    exp: iat + idTokenLifetime,
    auth_time,
    nonce,
    at_hash: toAccessTokenHash(access_token),
    jti: formatHint(grant, codeSecret),
  });
  const header = { alg: 'ES256', typ: 'JWT', kid: key.kid };
  const signed = `${toBase64Url(header)}.${toBase64Url(claims)}`;
  const signature = await key.sign(signed);
  return `${signed}.${Buffer.from(signature).toString('base64url')}`;
}

function toBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the claim that binds an access token (OpenID Connect Core 1.0 section 3.1.3.6). */
function toAccessTokenHash(access_token: string): string {
  const digest = createHash('sha256').update(access_token).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

import * as z from 'zod/mini';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { described } from '#shared/contract/described.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { acceptsAccessToken, type Grant, lifetimes } from '../../grant/grant.ts';
import type { ResolvedToken } from '../resolve-token.ts';

const Text = z.optional(z.string());
const Seconds = z.optional(z.int());
const exampleTime = 1_795_000_000;

/** What is told of a token (RFC 7662 section 2.2); of one that is not good, nothing but that. */
export const Introspection = z.object({
  active: described(z.boolean(), 'Whether the token is active.'),
  scope: described(Text, 'The scope of the token.', 'read'),
  client_id: described(Text, 'The application that it was issued to.', '01k9wq3d5g'),
  username: described(Text, 'The username.', 'maria'),
  token_type: described(Text, 'Present for an access token.', 'Bearer'),
  exp: described(Seconds, 'When it expires, in Unix time.', exampleTime),
  iat: described(Seconds, 'When it was issued, in Unix time.', exampleTime),
  sub: described(Text, 'The id of the user or service principal.', '01k9wq3d5g'),
  iss: described(Text, 'The issuer.', 'https://api.example'),
});
export type Introspection = z.output<typeof Introspection>;

/** When a token that is good was given and ends; undefined where it is not good. */
function getLifespan({ kind, token: { secret } }: ResolvedToken, grant: Grant, now: Date) {
  const { rotated_at = 0, expires_at, access_digest, access_expires_at = 0 } = grant;
  const { previous_access_expires_at = 0 } = grant;
  if (kind === 'access') {
    if (!acceptsAccessToken(grant, secret, now)) return undefined;
    const exp = matchesDigest(secret, access_digest)
      ? access_expires_at
      : previous_access_expires_at;
    return { iat: exp - lifetimes.access, exp };
  }
  const lives = grant.revoked_at === undefined && expires_at > epochSeconds(now);
  return lives && matchesDigest(secret, grant.refresh_digest)
    ? { iat: rotated_at, exp: expires_at }
    : undefined;
}

/** Tells an application of a token; of any but its own good ones it learns only that they are not. */
export function introspect(
  referred: ResolvedToken,
  grant: Grant | undefined,
  client_id: string,
  issuer: string,
  now: Date,
): Introspection {
  const span = grant?.client_id === client_id ? getLifespan(referred, grant, now) : undefined;
  if (!grant || !span) return { active: false };
  const { scope, username, user_id: sub } = grant;
  const type = referred.kind === 'access' && { token_type: 'Bearer' };
  return { active: true, scope, client_id, username, ...type, ...span, sub, iss: issuer };
}

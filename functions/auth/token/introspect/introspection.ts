import * as z from 'zod/mini';
import {
  acceptsAccessToken,
  findAccessExpiry,
  type Grant,
  getAccessScope,
  isLive,
  lifetimes,
} from '#functions/auth/grant/grant.ts';
import type { ResourceUrls } from '#functions/auth/resource/protected-resource.ts';
import { listAudienceUrls } from '#functions/auth/resource/resource.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { described } from '#shared/contract/schema.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ParsedToken } from '../authenticate-client.ts';

const Text = z.optional(z.string());
const Seconds = z.optional(z.int());
/** The `iat` of the example. */
const exampleIssuedAt = 1_795_000_000;

/** The description of a token. Only `active` is present if it is false (RFC 7662 section 2.2). */
export const Introspection = z
  .object({
    active: described(z.boolean(), 'Whether the token is active.'),
    scope: described(Text, 'The scope of the token.', 'read'),
    client_id: described(
      Text,
      'The application to which the token was issued.',
      '01k9wq3d5g',
    ),
    username: described(Text, 'The username.', 'maria'),
    token_type: described(Text, 'Present for an access token.', 'Bearer'),
    exp: described(
      Seconds,
      'When the token expires, in Unix time.',
      exampleIssuedAt + lifetimes.access,
    ),
    iat: described(Seconds, 'When the token was issued, in Unix time.', exampleIssuedAt),
    sub: described(Text, 'The id of the user or service principal.', '01k9wq3d5g'),
    aud: described(
      z.optional(z.array(z.string())),
      'What the token is for: the main and diary hosts, or the MCP endpoint.',
      ['https://api.example', 'https://diary.example'],
    ),
    iss: described(Text, 'The issuer.', 'https://api.example'),
  })
  .check(z.meta({ id: 'Introspection' }));
export type Introspection = z.output<typeof Introspection>;

/** The response for any token that is not an active token of the client. */
export const inactive: Introspection = { active: false };

/** Describes a token of a grant, or reports it as inactive. */
export function introspect(
  parsedToken: ParsedToken,
  grant: Grant,
  urls: ResourceUrls,
  now: Date,
): Introspection {
  const lifespan = findLifespan(parsedToken, grant, now);
  if (!lifespan) return inactive;

  const { client_id, username, user_id: sub } = grant;
  const token_type = parsedToken.kind === 'access' ? 'Bearer' : undefined;
  return {
    active: true,
    scope: getTokenScope(parsedToken, grant),
    client_id,
    username,
    ...compact({ token_type }),
    ...lifespan,
    sub,
    aud: listAudienceUrls(grant, urls),
    iss: urls.main,
  };
}

function getTokenScope({ kind, token }: ParsedToken, grant: Grant): string {
  return kind === 'access' ? getAccessScope(grant, token.secret) : grant.scope;
}

/** Seconds since 1970. */
interface Lifespan {
  iat: number;
  exp: number;
}

/** Returns the lifespan of a token, or undefined if the token is not active. */
function findLifespan(
  { kind, token: { secret } }: ParsedToken,
  grant: Grant,
  now: Date,
): Lifespan | undefined {
  if (kind === 'refresh') return findRefreshLifespan(grant, secret, now);
  if (!acceptsAccessToken(grant, secret, now)) return undefined;
  // All access tokens have the same lifetime, so a grant stores only when they expire.
  const exp = findAccessExpiry(grant, secret) ?? 0;
  return { iat: exp - lifetimes.access, exp };
}

function findRefreshLifespan(
  grant: Grant,
  secret: string,
  now: Date,
): Lifespan | undefined {
  const { rotated_at = 0, expires_at, refresh_digest } = grant;
  const isActive = isLive(grant, now) && matchesDigest(secret, refresh_digest);
  if (!isActive) return undefined;
  return { iat: rotated_at, exp: expires_at };
}

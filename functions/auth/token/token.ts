import * as z from 'zod/mini';
import type { Links } from '../../../shared/hal/links.ts';
import type { Issued } from '../grant/grant.ts';
import { Parameter } from '../parameters.ts';

/** The parameters of all grants (specification section 4.2, RFC 7636 section 4.5). */
export const TokenRequest = z.object({
  grant_type: Parameter,
  client_id: Parameter,
  client_secret: Parameter,
  code: Parameter,
  redirect_uri: Parameter,
  code_verifier: Parameter,
  refresh_token: Parameter,
  scope: Parameter,
});
export type TokenRequest = z.output<typeof TokenRequest>;

/** The answer, the same seven fields for every grant (specification section 2.1, decision A1). */
export const TokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.int(),
  token_type: z.literal('Bearer'),
  scope: z.string(),
  user_id: z.string(),
  user_href: z.string(),
  refresh_token: z.string(),
});

/** A pair of tokens as the application gets it. */
export function present({ grant, access_token, refresh_token, expires_in }: Issued, links: Links) {
  const { scope, user_id } = grant;
  const [{ href } = { href: '' }] = links.item('user', user_id);
  return {
    access_token,
    expires_in,
    token_type: 'Bearer' as const,
    scope,
    user_id,
    user_href: href,
    refresh_token,
  };
}

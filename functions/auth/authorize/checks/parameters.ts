import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { unreadable } from '#shared/contract/text.ts';

/** A parameter as it was sent; what is wrong with it is for the checks, since the answer may have to go back. */
const Sent = z.optional(z.unknown()).check(z.meta({ type: 'string' }));

/** The parameters of an authorization request (specification section 4.1, RFC 6749 section 4.1.1, RFC 7636). */
export const AuthorizationQuery = z.object({
  client_id: described(Sent, 'The id of the application.', '01k9wq3d5g'),
  response_type: described(Sent, 'Always `code`.', 'code'),
  response_mode: described(Sent, 'Always `query`, which is the default.'),
  redirect_uri: described(
    Sent,
    'A registered redirect URI of the application.',
    'https://app.example/callback',
  ),
  scope: described(Sent, 'Always `read`; optional.'),
  state: described(
    Sent,
    'Returned unchanged. The application uses it to recognize its own request (CSRF).',
    'af0ifjsldkj',
  ),
  code_challenge: described(Sent, 'PKCE: the SHA-256 of the code_verifier, in base64url.'),
  code_challenge_method: described(Sent, 'PKCE: `S256`.'),
});
export type AuthorizationQuery = z.infer<typeof AuthorizationQuery>;

type Name = keyof AuthorizationQuery;

/** The parameters that were sent once and not empty, and the names of those that cannot be used as they were sent. */
export interface AuthorizationParameters {
  values: Partial<Record<Name, string>>;
  duplicates: readonly Name[];
  /** Sent in bytes that are no UTF-8, so that they could not be given back as they are. */
  unreadable: readonly Name[];
}

/** Sorts the parameters out. */
export function parseParameters(query: AuthorizationQuery): AuthorizationParameters {
  const sent = Object.entries(query) as [Name, unknown][];
  const namesWhere = (test: (value: unknown) => boolean) =>
    sent.filter(([, value]) => test(value)).map(([name]) => name);
  return {
    values: Object.fromEntries(
      sent.filter(([, value]) => typeof value === 'string' && value !== ''),
    ),
    duplicates: namesWhere(Array.isArray),
    unreadable: namesWhere((value) => value === unreadable),
  };
}

import * as z from 'zod/mini';
import { described, invalidUtf8Value } from '#shared/contract/schema.ts';

const documentedAsText = z.meta({ type: 'string' });
/** Accepts any value. The checks validate it, because some errors go to the redirect URI. */
const AnyValue = z.optional(z.unknown()).check(documentedAsText);

/** The query of an authorization request (specification 4.1, RFC 6749 section 4.1.1). */
export const AuthorizationQuery = z.object({
  client_id: described(AnyValue, 'The id of the application.', '01k9wq3d5g'),
  response_type: described(AnyValue, 'Always `code`.', 'code'),
  response_mode: described(AnyValue, 'Always `query`, which is the default.'),
  redirect_uri: described(
    AnyValue,
    'A registered redirect URI of the application.',
    'https://app.example/callback',
  ),
  scope: described(
    AnyValue,
    'The requested scopes, separated by spaces. Defaults to the default scope of the ' +
      'application, or else to all that it may request. The user can leave out those that write: ' +
      'the token response has the `scope` that was allowed.',
    'profile.read diary.write',
  ),
  resource: described(
    AnyValue,
    'RFC 8707: what the token is for, the URL of the main or diary host, or of the MCP endpoint. ' +
      'Defaults to both hosts. May be repeated for these.',
    'https://api.example',
  ),
  state: described(
    AnyValue,
    'Returned unchanged, at most 4096 bytes. It protects the application against CSRF.',
    'af0ifjsldkj',
  ),
  code_challenge: described(
    AnyValue,
    'PKCE: the SHA-256 of the code_verifier, in base64url.',
  ),
  code_challenge_method: described(AnyValue, 'PKCE: `S256`.'),
  nonce: described(
    AnyValue,
    'OpenID Connect: returned unchanged in the id_token, at most 1024 bytes. It protects the ' +
      'application against the injection of codes.',
    'n-0S6_WzA2Mj',
  ),
  prompt: described(
    AnyValue,
    'OpenID Connect: `login` asks to sign in again, `consent` asks for consent again, and `none` ' +
      'shows no page: the response is then a code, `login_required` or `consent_required`.',
  ),
  id_token_hint: described(
    AnyValue,
    'OpenID Connect: an id_token that the application has got before. The response is then about ' +
      'its user, or `login_required`.',
  ),
  request: described(AnyValue, 'Not supported: `request_not_supported`.'),
  request_uri: described(AnyValue, 'Not supported: `request_uri_not_supported`.'),
  max_age: described(
    AnyValue,
    'OpenID Connect: the maximum age of the sign-in in seconds. A user who signed in earlier ' +
      'must sign in again.',
  ),
});
export type AuthorizationQuery = z.infer<typeof AuthorizationQuery>;

type ParameterName = keyof AuthorizationQuery;

/** The parameters of an authorization request, before the checks. */
export interface AuthorizationParameters {
  /** Parameters that were sent once. An empty value counts as missing (RFC 6749 section 3.1). */
  values: Partial<Record<ParameterName, string>>;
  /** The values of `resource`, which may be repeated (RFC 8707 section 2). */
  resource: unknown;
  /** Names that were sent more than once. */
  duplicates: readonly ParameterName[];
  /** Names whose value is too long. */
  oversized: readonly ParameterName[];
  /** Names whose value is not UTF-8. */
  invalidUtf8: readonly ParameterName[];
}

/** Maximum sizes of what is returned, in bytes. Nothing larger is returned. */
export const maxBytes: Readonly<Partial<Record<ParameterName, number>>> = {
  state: 4096,
  nonce: 1024,
};

function isOversized([name, value]: [ParameterName, unknown]): boolean {
  const max = maxBytes[name];
  if (max === undefined || typeof value !== 'string') return false;
  return Buffer.byteLength(value) > max;
}

/** Sorts the parameters of an authorization request into values and problems. */
export function parseParameters(query: AuthorizationQuery): AuthorizationParameters {
  const { resource, ...others } = query;
  const sent = Object.entries(others) as [ParameterName, unknown][];
  const oversized = sent.filter(isOversized);
  const texts = sent.filter(([, value]) => typeof value === 'string' && value !== '');
  const values = texts.filter((parameter) => !isOversized(parameter));
  const duplicates = sent.filter(([, value]) => Array.isArray(value));
  const all = Object.entries(query) as [ParameterName, unknown][];
  const notUtf8 = all.filter(([, value]) => value === invalidUtf8Value);
  return {
    values: Object.fromEntries(values),
    resource,
    duplicates: duplicates.map(([name]) => name),
    oversized: oversized.map(([name]) => name),
    invalidUtf8: notUtf8.map(([name]) => name),
  };
}

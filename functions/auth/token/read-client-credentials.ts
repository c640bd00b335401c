import { basicChallenge } from '#shared/auth/principal.ts';
import { type ServiceError, withHeaders } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { TokenRequest } from './token.ts';

/** The credentials that a client sent, and the error if they are wrong. */
export interface ClientCredentials {
  client_id: string;
  /** Undefined if the client sent none, as public clients do. */
  client_secret?: string | undefined;
  /** Builds the error to throw, with a challenge only if HTTP Basic was used (wire.md A3). */
  buildInvalidClientError: () => ServiceError;
}

/** Why credentials are refused. None tells whether there is a client with the id. */
const reasons = {
  missing:
    'the request has no client credentials; send client_id and client_secret in the form or with ' +
    'HTTP Basic, or the client_id alone if the application has no secret',
  malformed: 'the Basic header is no base64 of client_id:client_secret',
  withoutSecret:
    'the request has no client_secret, which an application with a secret must send in the form ' +
    'or with HTTP Basic; without a secret, the client_id must be one that this service knows',
  wrong: 'the client_id or the client_secret is wrong',
} as const;

/** Matches the scheme of an Authorization header (RFC 7617). */
const basicScheme = /^Basic(\s|$)/i;
/** Matches a Basic header, whose credentials are base64. */
const basicHeader = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;

type BodyCredentials = Pick<TokenRequest, 'client_id' | 'client_secret'>;
type BasicCredentials = Omit<ClientCredentials, 'buildInvalidClientError'>;
type CredentialsFail = Fail<'validation_failed' | 'invalid_client'>;

/**
 * Reads the credentials from an HTTP Basic header or from the body (RFC 6749 section 2.3). Ignores
 * the bearer token that some client libraries send.
 *
 * Throws `invalid_client` if the client id is missing or the header is malformed. Throws
 * `validation_failed` if there are two Basic headers, or if the credentials in header and body
 * differ. Some client libraries send the same credentials in both.
 */
export function readClientCredentials(
  authorization: readonly string[],
  body: BodyCredentials,
  fail: CredentialsFail,
): ClientCredentials {
  const basicHeaders = authorization.filter((value) => basicScheme.test(value));
  const [header] = basicHeaders;
  if (header === undefined) return readFromBody(body, fail);

  const buildError = (reason: string) =>
    withHeaders(fail('invalid_client', { reason }), {
      'WWW-Authenticate': basicChallenge,
    });
  const basic = parseBasic(header);
  if (!basic) throw buildError(reasons.malformed);

  const problem = findProblem(basicHeaders, basic, body);
  if (problem) throw fail('validation_failed', { failures: { __all__: [problem] } });
  return { ...basic, buildInvalidClientError: () => buildError(reasons.wrong) };
}

/** Returns why the credentials are ambiguous, or undefined. */
function findProblem(
  basicHeaders: readonly string[],
  basic: BasicCredentials,
  { client_id = basic.client_id, client_secret = basic.client_secret }: BodyCredentials,
): string | undefined {
  if (basicHeaders.length > 1) return 'must have at most one Basic Authorization header';

  const isOtherClient = client_id !== basic.client_id;
  const isOtherSecret = client_secret !== basic.client_secret;
  return isOtherClient || isOtherSecret
    ? 'must have the same client credentials in the body as in the header'
    : undefined;
}

function readFromBody(
  { client_id, client_secret }: BodyCredentials,
  fail: CredentialsFail,
): ClientCredentials {
  if (client_id === undefined) throw fail('invalid_client', { reason: reasons.missing });
  const reason = client_secret === undefined ? reasons.withoutSecret : reasons.wrong;
  const buildInvalidClientError = () => fail('invalid_client', { reason });
  return { client_id, client_secret, buildInvalidClientError };
}

/**
 * Parses a Basic header. Its id and secret are form-encoded (RFC 6749 section 2.3.1). Returns
 * undefined if the header is malformed.
 */
function parseBasic(header: string): BasicCredentials | undefined {
  const [, encoded = ''] = basicHeader.exec(header) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  try {
    return {
      client_id: decodeFormText(pair.slice(0, colon)),
      client_secret: decodeFormText(pair.slice(colon + 1)),
    };
  } catch {
    return undefined;
  }
}

/** Decodes form-encoded text. Throws if the percent-encoding is malformed. */
function decodeFormText(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

import { realm } from '#shared/auth/realm.ts';
import { type ServiceError, withHeaders } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { TokenRequest } from './grants/token-request.ts';

/** What an application authenticates itself with. */
export interface ClientCredentials {
  client_id: string;
  client_secret: string;
  /** What it is told where they are wrong; with a challenge only where it used the header (decision A3). */
  refusal: ServiceError;
}

const challenge = { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` };

/**
 * Reads the credentials from the body or from an HTTP Basic header, from exactly one of them (RFC 6749 section 2.3). A
 * header of another scheme counts as none: a public client sends its bearer token along. Throws `invalid_client` where
 * there are none, `validation_failed` where there are two.
 */
export function readClientCredentials(
  authorization: readonly string[],
  { client_id, client_secret }: Pick<TokenRequest, 'client_id' | 'client_secret'>,
  fail: Fail<'validation_failed' | 'invalid_client'>,
): ClientCredentials {
  const [header, ...more] = authorization.filter((value) => /^Basic(\s|$)/i.test(value));
  if (header === undefined) {
    const refusal = fail('invalid_client');
    if (client_id === undefined || client_secret === undefined) throw refusal;
    return { client_id, client_secret, refusal };
  }
  const refusal = withHeaders(fail('invalid_client'), challenge);
  const basic = parseBasic(header);
  if (!basic) throw refusal;
  const another = client_id !== undefined && client_id !== basic.client_id;
  if (more.length > 0 || client_secret !== undefined || another)
    throw fail('validation_failed', {
      failures: { __all__: ['must use only one client authentication method'] },
    });
  return { ...basic, refusal };
}

/** The pair in a Basic header, each half form-encoded (RFC 6749 section 2.3.1). */
function parseBasic(header: string): { client_id: string; client_secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1] ?? '';
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  try {
    const [client_id = '', client_secret = ''] = [pair.slice(0, colon), pair.slice(colon + 1)].map(
      (half) => decodeURIComponent(half.replaceAll('+', ' ')),
    );
    return { client_id, client_secret };
  } catch {
    return undefined;
  }
}

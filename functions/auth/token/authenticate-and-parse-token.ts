import { parseToken, type Token, type TokenKind } from '#shared/auth/tokens.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { Client } from '../client/client.ts';
import {
  authenticateClient,
  type ClientAuthenticationContext,
} from './authenticate-client.ts';
import { readClientCredentials } from './read-client-credentials.ts';
import type { TokenReference } from './token.ts';

/** A token in the format of this service, and its kind. */
export interface ParsedToken {
  kind: TokenKind;
  token: Token;
}

/** An authenticated client and the token that it sent. */
interface ClientAndToken {
  client: Client;
  /** Undefined if the token does not have the format of our tokens. */
  parsedToken: ParsedToken | undefined;
}

/** A request of a client about a token. */
interface TokenReferenceRequest extends ClientAuthenticationContext {
  body: TokenReference;
  header(name: string): readonly string[];
  fail: Fail<'validation_failed' | 'invalid_client' | 'too_many_attempts'>;
}

/**
 * Authenticates the client and parses the token of its request. Throws `validation_failed` if the
 * token is missing. Client authentication throws `invalid_client` or `too_many_attempts`.
 */
export async function authenticateAndParseToken(
  request: TokenReferenceRequest,
): Promise<ClientAndToken> {
  const { body, header, fail } = request;
  const credentials = readClientCredentials(header('authorization'), body, fail);
  if (body.token === undefined)
    throw fail('validation_failed', { failures: { token: ['is required'] } });

  const client = await authenticateClient(request, credentials);
  return { client, parsedToken: parseKnownToken(body.token) };
}

function parseKnownToken(text: string): ParsedToken | undefined {
  for (const kind of ['access', 'refresh'] as const) {
    const token = parseToken(kind, text);
    if (token) return { kind, token };
  }
  return undefined;
}

import { parseToken, type Token, type TokenKind } from '#shared/auth/tokens.ts';
import type { Fail } from '#shared/http/handler.ts';
import { authenticateClient, type ClientAuthenticationContext } from './authenticate.ts';
import { readClientCredentials } from './client-authentication.ts';
import type { TokenReference } from './token.ts';

/** A token of ours, and which of the two it is. */
export interface ResolvedToken {
  kind: TokenKind;
  token: Token;
}

/** The request in which an application names a token. */
interface TokenReferenceContext extends ClientAuthenticationContext {
  body: TokenReference;
  header(name: string): readonly string[];
  fail: Fail<'validation_failed' | 'invalid_client' | 'too_many_attempts'>;
}

/**
 * Which application it is, and which token it means; undefined where that is none of ours. Throws `validation_failed` where none
 * was sent, `invalid_client` and `too_many_attempts`.
 */
export async function resolveToken(
  request: TokenReferenceContext,
): Promise<{ client_id: string; referred: ResolvedToken | undefined }> {
  const { body, header, fail } = request;
  const credentials = readClientCredentials(header('authorization'), body, fail);
  if (body.token === undefined)
    throw fail('validation_failed', { failures: { token: ['is required'] } });
  const { client_id } = await authenticateClient(request, credentials);
  return { client_id, referred: parseAnyToken(body.token) };
}

function parseAnyToken(text: string): ResolvedToken | undefined {
  for (const kind of ['access', 'refresh'] as const) {
    const token = parseToken(kind, text);
    if (token) return { kind, token };
  }
  return undefined;
}

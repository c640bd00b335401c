import { parseToken, type Token, type TokenKind } from '#shared/auth/tokens.ts';
import type { Fail } from '#shared/http/handler.ts';
import { authenticate, type ClientRequest } from './authenticate.ts';
import { credentialsOf } from './client-authentication.ts';
import type { TokenReference } from './token.ts';

/** A token of ours, and which of the two it is. */
export interface ReferredToken {
  kind: TokenKind;
  token: Token;
}

/** The request in which an application names a token. */
interface ReferringRequest extends ClientRequest {
  body: TokenReference;
  header(name: string): readonly string[];
  fail: Fail<'validation_failed' | 'invalid_client' | 'too_many_attempts'>;
}

/**
 * Which application it is, and which token it means; undefined where that is none of ours. Throws `validation_failed` where none
 * was sent, `invalid_client` and `too_many_attempts`.
 */
export async function referenceOf(
  request: ReferringRequest,
): Promise<{ client_id: string; referred: ReferredToken | undefined }> {
  const { body, header, fail } = request;
  const credentials = credentialsOf(header('authorization'), body, fail);
  if (body.token === undefined)
    throw fail('validation_failed', { failures: { token: ['is required'] } });
  const { client_id } = await authenticate(request, credentials);
  return { client_id, referred: referredBy(body.token) };
}

function referredBy(text: string): ReferredToken | undefined {
  for (const kind of ['access', 'refresh'] as const) {
    const token = parseToken(kind, text);
    if (token) return { kind, token };
  }
  return undefined;
}

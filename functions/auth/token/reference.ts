import { parseToken, type Token, type TokenKind } from '../../../shared/auth/tokens.ts';
import type { Fail } from '../../../shared/contract/handler.ts';
import type { TokenReference } from './token.ts';

/** A token of ours, and which of the two it is. */
export interface ReferredToken {
  kind: TokenKind;
  token: Token;
}

/** The token that is meant; undefined where it is none of ours. Throws `invalid` where none was sent. */
export function referredToken(
  { token: text }: TokenReference,
  fail: Fail<'invalid'>,
): ReferredToken | undefined {
  if (text === undefined) throw fail('invalid', { failures: { token: ['is required'] } });
  for (const kind of ['access', 'refresh'] as const) {
    const token = parseToken(kind, text);
    if (token) return { kind, token };
  }
  return undefined;
}

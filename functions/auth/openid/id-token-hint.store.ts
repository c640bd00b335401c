import * as z from 'zod/mini';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import type { Table } from '#shared/table/table.ts';

/**
 * Returns the grant for which an id_token was issued, even an expired id_token, or undefined if it
 * is not one of ours.
 *
 * Its `jti` is a secret of which the grant has the digest, and everything else is read from the
 * grant. So no claim, no algorithm and no signature of the id_token is trusted (decision 0061).
 */
export async function findHintedGrant(
  table: Table<'get'>,
  idToken: string,
): Promise<Grant | undefined> {
  const hint = parseToken('hint', readJti(idToken));
  const grant = hint && (await grants.find(table, hint));
  return grant && matchesDigest(hint.secret, grant.hint_digest) ? grant : undefined;
}

const Claims = z.object({ jti: z.string() });

function readJti(idToken: string): string {
  const [, payload = ''] = idToken.split('.');
  try {
    return Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())).jti;
  } catch {
    return '';
  }
}

import type { Client } from '#functions/auth/client/client.ts';
import { findHintedGrant } from '#functions/auth/openid/id-token-hint.store.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import { parseUserHint } from './authorization.ts';
import type { AuthorizationParameters } from './parameters.ts';

const unknownHint = {
  error: 'invalid_request',
  error_description: 'id_token_hint must be an id_token that this client has got',
} as const;

/**
 * Returns the digest of the id of the user whom the client asks for, or undefined if it sends no
 * id_token. Fails if the id_token is not one of the client.
 */
export async function findHintedUser(
  { values: { id_token_hint } }: AuthorizationParameters,
  { client_id }: Client,
  table: Table<'get'>,
): Promise<Result<string | undefined, typeof unknownHint>> {
  if (id_token_hint === undefined) return success(undefined);
  const hinted_user = parseUserHint(id_token_hint);
  if (hinted_user !== undefined) return success(hinted_user);
  const grant = await findHintedGrant(table, id_token_hint);
  if (grant?.client_id !== client_id) return failure(unknownHint);
  return success(toDigest(grant.user_id));
}

import type { Client } from '#functions/auth/client/client.ts';
import { findHintedGrant } from '#functions/auth/openid/id-token-hint.store.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from './authorization.store.ts';
import { parseRepeatedHint } from './authorization.ts';
import type { AuthorizationParameters } from './parameters.ts';

const unknownHint = {
  error: 'invalid_request',
  error_description: 'id_token_hint must be an id_token that this client has got',
} as const;

interface HintLookup {
  client: Client;
  /** The secret of the browser, which alone can repeat its requests. */
  secret: string;
  table: Table<'get'>;
}

/**
 * Returns the digest of the id of the user whom the client asks for, or undefined if it sends no
 * id_token. Fails if neither the id_token nor the request that a link repeats is one of the client.
 * A hint that anybody can write would tell any client whether a certain user is signed in.
 */
export async function findHintedUser(
  { values: { id_token_hint } }: AuthorizationParameters,
  { client: { client_id }, secret, table }: HintLookup,
): Promise<Result<string | undefined, typeof unknownHint>> {
  if (id_token_hint === undefined) return success(undefined);
  const id = parseRepeatedHint(id_token_hint);
  if (id !== undefined) {
    const repeated = await authorizationRequests.find(table, id, secret);
    const isOwn = repeated?.client_id === client_id;
    return isOwn ? success(repeated.hinted_user) : failure(unknownHint);
  }
  const grant = await findHintedGrant(table, id_token_hint);
  if (grant?.client_id !== client_id) return failure(unknownHint);
  return success(toDigest(grant.user_id));
}

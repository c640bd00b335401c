import {
  type AuthorizationRequest,
  hasPrompt,
  reachesOnlyClient,
} from '#functions/auth/authorize/authorization.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import type { Table } from '#shared/table/table.ts';

/**
 * Returns whether the user has consented before and only the client can receive the code, so that
 * the consent page can be skipped (wire.md A13).
 */
export async function canSkipConsent(
  table: Table<'query'>,
  authorizationRequest: AuthorizationRequest,
  user_id: string,
  now: Date,
): Promise<boolean> {
  if (!reachesOnlyClient(authorizationRequest)) return false;
  if (hasPrompt(authorizationRequest, 'consent')) return false;
  const { client_id, scope } = authorizationRequest;
  const userGrants = await grants.listByUser(table, user_id);
  return hasPriorConsent(userGrants, { client_id, scope }, now);
}

/** The access that a client asks for. */
interface RequestedAccess {
  client_id: string;
  scope: string;
}

/**
 * Returns whether a user has consented to this access before and has not withdrawn it. The consent
 * page can then be skipped (wire.md A13).
 *
 * Only a grant whose code was redeemed counts. A grant that the operator created is not the user's
 * consent, and a grant with an unused code may still be revoked (decision 0009).
 */
export function hasPriorConsent(
  grants: readonly Grant[],
  { client_id, scope }: RequestedAccess,
  now: Date,
): boolean {
  const clientGrants = grants.filter((grant) => grant.client_id === client_id);
  return clientGrants.some((grant) => {
    const isRedeemed = grant.redeemed_at !== undefined;
    return isRedeemed && isLive(grant, now) && coversScope(grant.scope, scope);
  });
}

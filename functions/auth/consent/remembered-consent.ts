import {
  type AuthorizationRequest,
  reachesOnlyClient,
} from '#functions/auth/authorization/authorization.ts';
import { hasPrompt } from '#functions/auth/authorization/prompt.ts';
import type { Table } from '#shared/table/table.ts';
import * as grants from '../grant/grant.store.ts';
import { hasPriorConsent } from '../grant/prior-consent.ts';

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

import type { Table } from '#shared/table/table.ts';
import {
  type AuthorizationRequest,
  isConfidentialRedirect,
} from '../authorization-request/authorization-request.ts';
import * as grants from '../grant/grant.store.ts';
import { scope } from '../grant/grant.ts';
import { hasPriorConsent } from '../grant/prior-consent.ts';

/** Whether a person has said yes to the application before, and nobody else can be at the other end (decision A13). */
export async function canSkipConsent(
  table: Table<'query'>,
  request: AuthorizationRequest,
  user_id: string,
  now: Date,
): Promise<boolean> {
  if (!isConfidentialRedirect(request)) return false;
  const given = await grants.listByUser(table, user_id);
  return hasPriorConsent(given, { client_id: request.client_id, scope }, now);
}

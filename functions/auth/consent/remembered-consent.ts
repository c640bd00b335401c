import type { Table } from '#shared/table/table.ts';
import {
  type AuthorizationRequest,
  isForNobodyElse,
} from '../authorization-request/authorization-request.ts';
import * as grants from '../grant/grant.store.ts';
import { scope } from '../grant/grant.ts';
import { isRemembered } from '../grant/remembered.ts';

/** Whether a person has said yes to the application before, and nobody else can be at the other end (decision A13). */
export async function needsNoAsking(
  table: Table<'query'>,
  request: AuthorizationRequest,
  user_id: string,
  now: Date,
): Promise<boolean> {
  if (!isForNobodyElse(request)) return false;
  const given = await grants.ofUser(table, user_id);
  return isRemembered(given, { client_id: request.client_id, scope }, now);
}

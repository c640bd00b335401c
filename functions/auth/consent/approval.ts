import type { Fail } from '../../../shared/contract/handler.ts';
import type { Table } from '../../../shared/table/table.ts';
import * as applications from '../application/application.store.ts';
import type { AuthorizationRequest } from '../authorization-request/authorization-request.ts';
import * as grants from '../grant/grant.store.ts';
import type { Session } from '../session/session.store.ts';

/** The request in which somebody approves. */
export interface Approving {
  table: Table<'get' | 'put'>;
  now: Date;
  fail: Fail<'unknown_application'>;
}

/**
 * The code of a new grant; undefined where the request was answered before. The application is read again: throws
 * `unknown_application` where it has been disabled since it asked.
 */
export async function approve(
  { table, now, fail }: Approving,
  { id, client_id, application_name, redirect_uri, code_challenge }: AuthorizationRequest,
  { user_id, username }: Session,
): Promise<string | undefined> {
  const application = await applications.find(table, client_id);
  if (!application || application.disabled_datetime !== undefined) throw fail('unknown_application');
  const grantee = { user_id, username, client_id, application_name, token_use: 'user' } as const;
  return grants.approve(table, { id, redirect_uri, code_challenge, ...grantee }, now);
}

import type { Fail } from '#shared/http/handler.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import type { AuthorizationRequest } from '../authorization-request/authorization-request.ts';
import * as clients from '../client/client.store.ts';
import { isEnabled } from '../client/client.ts';
import * as grants from '../grant/grant.store.ts';
import * as revocations from '../grant/revocation.store.ts';
import * as sessions from '../session/session.store.ts';

/** The request in which somebody approves. */
export interface ApprovalContext {
  table: Table<'get' | 'put' | 'update'>;
  now: Date;
  fail: Fail<'unknown_client'>;
}

/** Who approves, as the session of their cookie says. */
export interface Approver {
  cookie: string;
  session: Pick<sessions.Session, 'user_id' | 'username'>;
}

/** Why there is no code: the request has its answer, or what was remembered has ended; or the person was signed out. */
export type ApprovalFailure = 'answered' | 'signed_out';

/**
 * The code of a new grant. First the request is answered, then the grant is written, both on the condition that nobody
 * did before; and then the session and the application are looked at once more, and whether `stillHolds` what else the
 * approval rests on, so that nothing is granted which was ended meanwhile (decision record 9). Throws
 * `unknown_client` where the application has been disabled since it asked.
 */
export async function approveRequest(
  { table, now, fail }: ApprovalContext,
  { id, client_id, application_name, redirect_uri, code_challenge }: AuthorizationRequest,
  { cookie, session: { user_id, username } }: Approver,
  stillHolds: () => Promise<boolean> = async () => true,
): Promise<{ code: string } | ApprovalFailure> {
  if (!(await authorizationRequests.decide(table, id, { decision: 'allow', user_id }, now)))
    return 'answered';
  const grantee = { user_id, username, client_id, application_name, token_use: 'user' } as const;
  const code = await grants.createFromApproval(
    table,
    { id, redirect_uri, code_challenge, ...grantee },
    now,
  );
  if (code === undefined) return 'answered';
  const [session, client, holds] = await Promise.all([
    sessions.find(table, cookie, now),
    clients.find(table, client_id),
    stillHolds(),
  ]);
  if (session && isEnabled(client) && holds) return { code };
  await revocations.revoke(table, keys.grant(user_id, id), now);
  if (!isEnabled(client)) throw fail('unknown_client');
  return session ? 'answered' : 'signed_out';
}

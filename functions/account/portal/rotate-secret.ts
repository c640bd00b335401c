import type { AccountContext } from '#functions/account/account-context.ts';
import { again, type Outcome, unchanged } from '#functions/account/screen.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { rotateClientSecret } from '#functions/auth/client/client-update.store.ts';
import type { Fail } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import { getSecretTime } from './application.page.ts';
import { requireOwnApplication, toApplication } from './own-application.ts';
import type { PortalResult } from './portal.page.ts';
import type { PortalNotice } from './portal.texts.ts';

/** A request that posts the form of a new secret. */
interface RotationRequest {
  table: Table<'get' | 'update' | 'transact'>;
  body: { id: string; secret_of: string };
  now: Date;
  requestId: string;
  fail: Fail<'not_found'>;
}

/** Gives an application a new secret, which its page shows once. */
export async function rotateApplicationSecret(
  request: RotationRequest,
  account: AccountContext,
): Promise<Outcome<PortalResult>> {
  const { table, body, now, requestId: request_id } = request;
  const client = await requireOwnApplication(request, account, body.id);
  const { client_id, public: isPublic } = client;
  const at = toApplication(client);
  if (!isEnabled(client)) return unchanged<PortalNotice>('disabled', at);

  // Another rotation would end the secret that the application still has.
  const isRepeated = body.secret_of !== '' && body.secret_of !== getSecretTime(client);
  if (isRepeated) return unchanged<PortalNotice>('rotated_before', at);
  const rotated = isPublic ? undefined : await rotateClientSecret(table, client, now);
  if (!rotated) return unchanged<PortalNotice>('changed', at);
  const { user_id } = account.session;
  audit('client_secret_rotated', { request_id, client_id, user_id });
  const { client_secret } = rotated;
  const notice: PortalNotice = 'rotated';
  return again({ client_secret }, { status: 200, notice, query: { id: client_id } });
}

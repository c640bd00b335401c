import type { AccountContext } from '#functions/account/account-context.ts';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import type { ServiceSettings } from '#shared/contract/resources.ts';
import type { Table } from '#shared/table/table.ts';
import { renderSecurityPage, type SecurityPageProps } from './security.page.ts';

/** A request that shows the page. */
interface SecurityPageRequest {
  table: Table<'get' | 'query'>;
  now: Date;
  settings: Pick<ServiceSettings, 'mailFrom'>;
}

/** Returns the email of a user, and why the service sends no mail to it. */
async function findEmail(
  { table, now }: SecurityPageRequest,
  user_id: string,
): Promise<Pick<SecurityPageProps, 'email' | 'block'>> {
  const email = (await identities.findEmail(table, user_id)) ?? '';
  return { email, block: await blockedAddresses.find(table, email, now) };
}

/**
 * Renders the page with the user's email, sessions and trusted devices. `formResult` says
 * why a form failed.
 */
export async function loadSecurityPage(
  request: SecurityPageRequest,
  context: AccountContext,
  formResult: Pick<SecurityPageProps, 'newEmail' | 'problem'> = {},
): Promise<string> {
  const { table, now, settings } = request;
  const { user_id } = context.session;
  const [emailProps, userSessions, devices] = await Promise.all([
    findEmail(request, user_id),
    sessions.listActive(table, user_id, now),
    trustedDevices.listTrusted(table, user_id, now),
  ]);
  const canChangeEmail = settings.mailFrom !== undefined;
  const props = {
    ...emailProps,
    sessions: userSessions,
    trustedDevices: devices,
    canChangeEmail,
    ...formResult,
  };
  return renderSecurityPage(props, context);
}

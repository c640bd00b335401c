import * as revocations from '#functions/auth/grant/revocation.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import type { IdentityMail } from './identity.mail.ts';
import {
  changeUser,
  findByEmail,
  nextGeneration,
  replacePassword,
} from './identity.store.ts';
import type { Identity } from './identity.ts';
import { Password } from './new-user.ts';
import { hashPassword } from './password.ts';

/** The members of the request of a form that ends a user's access. */
interface AccessEndingRequest {
  table: Table<'query' | 'update' | 'delete' | 'transact'>;
  body: { end_grants: string };
  now: Date;
  requestId: string;
}

/**
 * Disables a user, ends their sessions and revokes their grants. A repeated call completes an
 * interrupted one. Returns undefined if the user does not exist.
 */
export async function disableUser(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  user_id: string,
  now: Date,
): Promise<Identity | undefined> {
  const change = { setIfAbsent: { disabled_datetime: now.toISOString() } };
  const identity = await changeUser(table, user_id, {
    credentials: { ...change, increment: nextGeneration },
    profile: change,
  });
  await endAllAccess(table, user_id, now);
  return identity;
}

/**
 * Lets a disabled user sign in again. Their sessions and grants stay ended. Returns undefined if
 * the user does not exist.
 */
export function enableUser(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
): Promise<Identity | undefined> {
  const change = { remove: ['disabled_datetime'] };
  return changeUser(table, user_id, { credentials: change, profile: change });
}

/**
 * Ends the sessions of a user, forgets their devices and revokes their grants.
 *
 * Sessions end before grants, which avoids a race condition. A concurrent approval reads its
 * session after it has written the grant. So either the approval's grant is revoked here, or the
 * approval finds that its session has ended (decision 0009).
 */
async function endAllAccess(
  table: Table<'query' | 'update' | 'delete' | 'transact'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await sessions.endAllOfUser(table, user_id);
  await trustedDevices.deleteAllOfUser(table, user_id);
  await revocations.revokeAllOfUser(table, user_id, now);
}

/**
 * Ends all sessions of a user, except the session of `keptToken`. Also revokes all grants if the
 * form has `end_grants`.
 */
export async function endRequestedAccess(
  { table, body, now, requestId }: AccessEndingRequest,
  user_id: string,
  keptToken?: string,
): Promise<void> {
  await sessions.endAllOfUser(table, user_id, keptToken);
  if (!body.end_grants) return;

  const clientIds = await revocations.revokeAllOfUser(table, user_id, now);
  for (const client_id of clientIds)
    audit('consent_withdrawn', { request_id: requestId, client_id, user_id });
}

/**
 * Sets a password on behalf of the operator. Requests a mail to the user if `mailLanguage` is
 * given. Ends the user's sessions and revokes their grants, because the old password may be stolen.
 *
 * Returns undefined if the email is unknown. Throws `validation_failed` if the password is invalid.
 */
export async function setPasswordAsOperator(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  email: string,
  password: string,
  now: Date,
  mailLanguage?: string,
): Promise<Identity | undefined> {
  const password_hash = await hashPassword(parseOrFail(Password, password));
  const identity = await findByEmail(table, email);
  if (!identity) return undefined;

  const { user_id } = identity;
  const mail = toPasswordMail(identity, mailLanguage);
  const changed = await replacePassword(table, user_id, { password_hash, ...mail });
  if (changed) await endAllAccess(table, user_id, now);
  return changed;
}

/** Returns the attributes that request the mail, or no attributes if there is no language. */
function toPasswordMail(
  { email }: Identity,
  language: string | undefined,
): Partial<MailAttributes> {
  if (language === undefined) return {};
  const template = 'password_set_by_operator';
  return createMailAttributes<IdentityMail>({ template, to: email, language });
}

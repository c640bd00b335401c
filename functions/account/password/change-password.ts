import { readBrowser } from '#functions/auth/browser/browser.ts';
import { endRequestedAccess } from '#functions/auth/identity/change-access.ts';
import type { IdentityMail } from '#functions/auth/identity/identity.mail.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import {
  type SignInContext,
  type SignInProblem,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type NewSession, startSession } from '#functions/auth/sign-in/start-session.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import type { Locale } from '#shared/pages/language.ts';
import { audit } from '#shared/runtime/audit.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';

/** A request that posts the form for a new password. */
interface PasswordRequest extends SignInContext {
  table: Table<'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;
  body: { current: string; next: string; end_grants: string };
}

/** The account whose password changes, and the session that goes on. */
interface PasswordChange {
  email: string;
  locale: Locale;
  staysSignedIn: boolean;
}

/**
 * Verifies the current password, replaces it and starts a new session. Fails with `wrong` if the
 * identity changed before the write. The session is undefined if the identity changed afterwards.
 *
 * Other sessions and grants are ended before the change, so a repeat completes an interrupted call.
 * They are ended again afterwards, because a concurrent request may have signed in (decision 0009).
 */
export async function changePassword(
  request: PasswordRequest,
  { email, locale, staysSignedIn }: PasswordChange,
): Promise<Result<NewSession | undefined, SignInProblem>> {
  const { table, now, body, header, requestId } = request;
  const browser = readBrowser(header);
  const verified = await verifySignIn(request, {
    email,
    password: body.current,
    purpose: 'password_change',
  });
  if (!verified.ok) return verified;

  const identity = verified.value;
  const { user_id } = identity;
  await endRequestedAccess(request, user_id, browser.sessionToken);
  await trustedDevices.deleteAllOfUser(table, user_id);
  const mail = createMailAttributes<IdentityMail>({
    template: 'password_changed',
    to: identity.email,
    language: locale,
  });
  const changedIdentity = await identities.replacePasswordIfUnchanged(
    table,
    identity,
    body.next,
    mail,
  );
  const auditFields = { request_id: requestId, user_id };
  audit(changedIdentity ? 'password_changed' : 'password_change_failed', auditFields);
  if (!changedIdentity) return failure('wrong');

  const session = await startSession({ table, now }, changedIdentity, {
    ...browser,
    staysSignedIn,
  });
  await endRequestedAccess(request, user_id, session?.token);
  return success(session);
}

import { serveForm } from '#functions/account/account-handler.ts';
import type { AccountNotice } from '#functions/account/overview/overview.texts.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { endRequestedAccess } from '#functions/auth/identity/change-access.ts';
import type { IdentityMail } from '#functions/auth/identity/identity.mail.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { listPasswordProblems } from '#functions/auth/identity/new-user.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import {
  buildProblemResponse,
  type SignInProblem,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type NewSession, startSession } from '#functions/auth/sign-in/start-session.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import type { Locale } from '#shared/pages/language.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

type PasswordRequest = HandlerRequest<typeof endpoint>;

export const handler = serveForm(endpoint, 'password', async (request, account) => {
  const { pages, locale } = account;
  const { email } = account.profile;
  const { next: newPassword, repeated, end_grants } = request.body;
  const form = { email, endsGrants: end_grants !== '' };
  const problems = listPasswordProblems(newPassword, repeated);
  if (problems.length > 0)
    return { status: 400, body: renderPasswordPage(account, { ...form, problems }) };

  const staysSignedIn = account.session.stays_signed_in ?? false;
  const changed = await changePassword(request, { email, locale, staysSignedIn });
  if (!changed.ok) {
    const page = renderPasswordPage(account, { ...form, problems: [changed.error] });
    return buildProblemResponse(changed.error, page);
  }
  const newSession = changed.value;
  if (!newSession) return redirect(pages.signIn({ continue: 'account' }));
  const notice = serializeNotice<AccountNotice>('account', 'password_changed');
  return redirect(pages.account('account'), [...newSession.cookies, notice]);
});

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
async function changePassword(
  request: PasswordRequest,
  { email, locale, staysSignedIn }: PasswordChange,
): Promise<Result<NewSession | undefined, SignInProblem>> {
  const { table, now, body, header, requestId } = request;
  const browser = readBrowser(header);
  const attempt = {
    email,
    password: body.current,
    purpose: 'password_change',
    device: browser.device,
  } as const;
  const verified = await verifySignIn(request, attempt);
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

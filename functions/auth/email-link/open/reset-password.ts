import * as authorizationRequests from '#functions/auth/authorization/authorization.store.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/trusted-device/trusted-device.store.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { createMailAttributes } from '#shared/mail/mail-request.ts';
import { selectTexts } from '#shared/pages/languages/languages.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkAction, LinkActionRequest } from './link-action.ts';

/**
 * Sets a new password. Also ends all sessions, removes all trusted devices and, if the person asks
 * for it, revokes all grants. The person then signs in with the new password.
 *
 * Access ends before the change, and again afterwards, because a concurrent request may have signed
 * in (decision 0009).
 */
export const resetPassword: LinkAction = async (request, link) => {
  const { body, header, table, now, requestId, fail } = request;
  const { user_id, email, password_digest } = link;
  const identity = await identities.findByEmail(table, email);
  const hasSamePassword =
    identity?.user_id === user_id &&
    matchesDigest(identity.password_hash, password_digest);
  if (!hasSamePassword || identity.disabled_datetime) throw fail('link_unavailable');

  await endAccess(request, user_id);
  const language = selectTexts(header('accept-language')).tag;
  const mail = createMailAttributes({
    template: 'password_was_reset',
    to: email,
    language,
  });
  const isReset = await identities.resetPasswordByLink(
    table,
    identity,
    body.password,
    mail,
    emailLinks.toUse(link, now),
  );
  if (!isReset) throw fail('link_unavailable');

  audit('password_changed', { request_id: requestId, user_id });
  await endAccess(request, user_id);
  return redirect(await findSignInUrl(request, link));
};

/**
 * Ends all sessions, removes all trusted devices and, if the person asks for it, revokes all
 * grants.
 */
async function endAccess(
  { table, body, now, requestId }: LinkActionRequest,
  user_id: string,
): Promise<void> {
  await sessions.endAllOfUser(table, user_id);
  await trustedDevices.removeAllOfUser(table, user_id);
  if (!body.end_grants) return;

  const clientIds = await revocations.revokeAllOfUser(table, user_id, now);
  for (const client_id of clientIds)
    audit('consent_withdrawn', { request_id: requestId, client_id, user_id });
}

/**
 * Returns the URL of the sign-in page, which continues to the authorization request that the person
 * came from. Without such a request, or in another browser, it continues to the account page.
 */
async function findSignInUrl(
  { header, table, baseUrls, version }: LinkActionRequest,
  { request = '' }: EmailLink,
): Promise<string> {
  const pages = getPageUrls(baseUrls, version);
  const { secret } = readBrowser(header);
  const authorizationRequest = await authorizationRequests.find(table, request, secret);
  const notice = 'password_reset';
  if (authorizationRequest)
    return pages.signIn({ request: authorizationRequest.id, notice });
  return pages.signIn({ continue: 'account', notice });
}

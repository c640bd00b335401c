import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import { endRequestedAccess } from '#functions/auth/identity/change-access.ts';
import type { IdentityMail } from '#functions/auth/identity/identity.mail.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { PersonName } from '#functions/auth/identity/new-user.ts';
import { readLocale } from '#functions/auth/language/language.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import { startSession } from '#functions/auth/sign-in/start-session.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import type { Fail } from '#shared/http/handler.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink } from '../email-link.ts';
import { readBrowserSettings } from './browser-settings.ts';
import type { LinkForm } from './open-link.ts';

/** A request that uses a link. */
export interface LinkActionRequest {
  body: LinkForm;
  header(name: string): readonly string[];
  table: Table<'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;
  baseUrls: { auth: string };
  version: string;
  now: Date;
  requestId: string;
  fail: Fail<'link_unavailable'>;
}

/**
 * Does what a link is for, and returns the redirect to the next page. Throws `link_unavailable` if
 * another request uses the link first, or if the action is no longer possible.
 */
export type LinkAction = (
  request: LinkActionRequest,
  link: EmailLink,
) => Promise<Redirect>;

/**
 * Creates the account of a link and signs the person in. The link proves that they own the email.
 */
export const completeSignUp: LinkAction = async (request, link) => {
  const { body, header, table, baseUrls, version, now, requestId, fail } = request;
  const name = PersonName.parse(body.name);
  const newUser = {
    email: link.email,
    username: name,
    display_name: name,
    password: body.password,
  };
  const { user_id } = link;
  const useLink = emailLinks.toUse(link, now);
  const settings = readBrowserSettings(header, body.time_zone);
  const signUp = { user_id, hasConsented: true, useLink, settings };
  const account = await accounts.create(table, newUser, now, signUp);
  if (!account) throw fail('link_unavailable');

  audit('user_created', { request_id: requestId, user_id });
  const session = await startSession(request, account.identity, readBrowser(header));
  const pages = getPageUrls(baseUrls, version);
  const authorization = await findAuthorization(request, link);
  const url = authorization ? pages.consent(authorization.id) : pages.account('account');
  const notice = serializeNotice<'account_created'>('account', 'account_created');
  return redirect(url, [...(session?.cookies ?? []), notice]);
};

/**
 * Finds the authorization request that the person came from. Returns undefined without such a
 * request, and in another browser.
 */
function findAuthorization(
  { header, table }: LinkActionRequest,
  { request = '' }: EmailLink,
) {
  const { secret } = readBrowser(header);
  return authorizationRequests.find(table, request, secret);
}

/**
 * Sets a new password. Also ends all sessions, removes all trusted devices and, if the person asks
 * for it, revokes all grants. The person then signs in with the new password.
 *
 * Access ends before the change, and again afterwards, because a concurrent request may have signed
 * in (decision 0009).
 */
export const resetPassword: LinkAction = async (request, link) => {
  const { body, header, table, baseUrls, version, now, requestId, fail } = request;
  const { user_id, email, password_digest } = link;
  const identity = await identities.findByEmail(table, email);
  const hasSamePassword =
    identity?.user_id === user_id &&
    matchesDigest(identity.password_hash, password_digest);
  if (!hasSamePassword || identity.disabled_datetime) throw fail('link_unavailable');

  await endRequestedAccess(request, user_id);
  await trustedDevices.deleteAllOfUser(table, user_id);
  const language = readLocale(header);
  const mail = createMailAttributes<IdentityMail>({
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
  await endRequestedAccess(request, user_id);
  await trustedDevices.deleteAllOfUser(table, user_id);
  const pages = getPageUrls(baseUrls, version);
  const authorization = await findAuthorization(request, link);
  const target = authorization
    ? { request: authorization.id }
    : ({ continue: 'account' } as const);
  const notice = serializeNotice<SignInNotice>('sign-in', 'password_reset');
  return redirect(pages.signIn(target), [notice]);
};

import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { normalizeEmail } from '#functions/auth/identity/identity.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { createMailAttributes } from '#shared/mail/mail-request.ts';
import { selectTexts } from '#shared/pages/languages/languages.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import * as emailLinks from '../email-link.store.ts';
import type { LinkAction } from './link-action.ts';

/**
 * Replaces the user's email with the address of the link, and requests a mail to the previous
 * email.
 */
export const confirmEmail: LinkAction = async (request, link) => {
  const { header, table, baseUrls, version, now, requestId, fail } = request;
  const { user_id, email: to, previous_email: from = '', password_digest } = link;
  const identity = await identities.findByUser(table, user_id);
  const hasSamePassword =
    identity && matchesDigest(identity.password_hash, password_digest);
  if (!hasSamePassword) throw fail('link_unavailable');

  // An erasure finds links from before the account existed by the user's current email. After the
  // change, it would no longer find those to the previous email.
  const hasPreviousEmail = normalizeEmail(identity.email) === normalizeEmail(from);
  if (hasPreviousEmail) await emailLinks.deleteSentBeforeAccount(table, from, user_id);

  const language = selectTexts(header('accept-language')).tag;
  const mail = createMailAttributes({ template: 'email_changed', to: from, language });
  const useLink = emailLinks.toUse(link, now);
  const change = { from, to, mail, useLink };
  const isChanged = await accounts.changeEmail(table, identity, change);
  if (!isChanged) throw fail('link_unavailable');

  audit('email_changed', { request_id: requestId, user_id });
  const pages = getPageUrls(baseUrls, version);
  return redirect(pages.account('account', 'email_changed'));
};

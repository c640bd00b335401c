import { readBrowser } from '#functions/auth/browser/browser.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import type { IdentityMail } from '#functions/auth/identity/identity.mail.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { type Identity, normalizeEmail } from '#functions/auth/identity/identity.ts';
import { readLocale } from '#functions/auth/language/language.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkAction, LinkActionRequest } from './link-actions.ts';

/**
 * Replaces the user's email with the address of the link, and requests a mail to the previous
 * email, with a link that undoes the change.
 */
export const confirmEmail: LinkAction = async (request, link) => {
  const { header, table, baseUrls, version, now, requestId, fail } = request;
  const { user_id, email: to, previous_email: from = '', session_id } = link;
  const identity = await identities.findByUser(table, user_id);
  if (!identity || !isStillAllowed(link, identity)) throw fail('link_unavailable');

  // An erasure finds links from before the account existed by the user's current email. After the
  // change, it would no longer find those to the previous email.
  const hasPreviousEmail = normalizeEmail(identity.email) === normalizeEmail(from);
  if (hasPreviousEmail) await emailLinks.deleteSentBeforeAccount(table, from, user_id);

  const undoLink = emailLinks.toCreation(
    {
      purpose: 'email_undo',
      user_id,
      email: from,
      previous_password_hash: identity.password_hash,
      access_generation: identity.access_generation ?? 0,
      session_id,
      changed_datetime: now.toISOString(),
      language: readLocale(header),
      template: 'email_changed',
    },
    now,
  );
  const useLink = emailLinks.toUse(link, now);
  const change = { from, to, useLink, undoLink };
  const isChanged = await accounts.changeEmail(table, identity, change);
  if (!isChanged) throw fail('link_unavailable');

  audit('email_changed', { request_id: requestId, user_id });
  const pages = getPageUrls(baseUrls, version);
  const notice = serializeNotice<'email_changed'>('account', 'email_changed');
  return redirect(pages.account('account'), [notice]);
};

/**
 * Returns whether the password is still that for which a link was sent. A password that was
 * restored meanwhile belongs to another generation.
 */
function isStillAllowed(
  { password_digest, access_generation }: EmailLink,
  identity: Identity,
): boolean {
  const { password_hash, access_generation: current = 0 } = identity;
  // A link of an earlier version has no generation.
  const isSameGeneration = (access_generation ?? current) === current;
  return isSameGeneration && matchesDigest(password_hash, password_digest);
}

/**
 * Undoes a change of the user's email: restores the email and the password of before, ends the
 * sessions and revokes the grants since the change, and removes all trusted devices. Undoing one
 * change ends the links of all others, so that nobody who changed the email once more can undo
 * this.
 *
 * Access ends before the write, and again afterwards, as for a new password (decision 0009).
 */
export const undoEmailChange: LinkAction = async (request, link) => {
  const { header, table, baseUrls, version, now, requestId, fail } = request;
  const { user_id, email, previous_password_hash, access_generation = 0 } = link;
  const identity = await identities.findByUser(table, user_id);
  if (!identity || previous_password_hash === undefined) throw fail('link_unavailable');
  const { restored_generation = 0, disabled_datetime } = identity;
  const isEnded = restored_generation > access_generation;
  if (isEnded || disabled_datetime) throw fail('link_unavailable');

  await endAccess(request, link);
  const { email: replaced } = identity;
  const isMoved = normalizeEmail(replaced) !== normalizeEmail(email);
  if (isMoved) await emailLinks.deleteSentBeforeAccount(table, replaced, user_id);
  const language = readLocale(header);
  const createMail = (template: IdentityMail, to: string) =>
    createMailAttributes<IdentityMail>({ template, to, language });
  const isRestored = await accounts.restoreEmail(table, identity, {
    email,
    password_hash: previous_password_hash,
    mail: createMail('email_restored', email),
    useLink: emailLinks.toUseForUndo(
      link,
      createMail('email_change_undone', replaced),
      now,
    ),
  });
  if (!isRestored) throw fail('link_unavailable');

  audit('email_change_undone', { request_id: requestId, user_id });
  await endAccess(request, link);
  const pages = getPageUrls(baseUrls, version);
  const { sessionToken } = readBrowser(header);
  const session = await sessions.find(table, sessionToken, now);
  if (session?.user_id === user_id) {
    const notice = serializeNotice<'email_restored'>('security', 'email_restored');
    return redirect(pages.account('security'), [notice]);
  }
  const notice = serializeNotice<SignInNotice>('sign-in', 'email_restored');
  return redirect(pages.signIn({ continue: 'security' }), [notice]);
};

/**
 * Ends the sessions and revokes the grants since the change that a link undoes, and forgets the
 * devices of the user.
 */
async function endAccess(
  { table, now, requestId }: LinkActionRequest,
  link: EmailLink,
): Promise<void> {
  const { user_id, changed_datetime } = link;
  await endSessions(table, link);
  await trustedDevices.deleteAllOfUser(table, user_id);
  const clientIds = await revocations.revokeAllOfUser(
    table,
    user_id,
    now,
    changed_datetime,
  );
  for (const client_id of clientIds)
    audit('consent_withdrawn', { request_id: requestId, client_id, user_id });
}

/** Ends the sessions in which an undone change was requested, and those that began since. */
async function endSessions(
  table: LinkActionRequest['table'],
  link: EmailLink,
): Promise<void> {
  const { user_id, changed_datetime = '' } = link;
  const undone = await emailLinks.listUndoingSince(table, link);
  const sessionIds = undone.map(({ session_id }) => session_id);
  // Links of an earlier version do not name the session, which can be any.
  if (sessionIds.includes(undefined)) await sessions.endAllOfUser(table, user_id);
  else await sessions.endSince(table, user_id, changed_datetime, sessionIds);
}

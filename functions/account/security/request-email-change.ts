import type { AccountContext } from '#functions/account/account-context.ts';
import { countMailAttempts } from '#functions/auth/attempts/count-mail-attempts.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { isEmail, normalizeEmail } from '#functions/auth/identity/identity.ts';
import {
  type SignInContext,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import type { EmailProblem } from './security.page.ts';

/** A request that posts the form for a new email. */
interface EmailChangeRequest extends SignInContext {
  table: Table<'get' | 'put' | 'update'>;
  body: { email: string; current: string };
}

/**
 * Verifies the current password and sends a link to the new email. If another account has this
 * email, the mail only says so. The page is the same in both cases.
 */
export async function requestEmailChange(
  request: EmailChangeRequest,
  { session: { user_id, id: session_id }, locale }: AccountContext,
): Promise<Result<undefined, EmailProblem>> {
  const { table, now, body } = request;
  const newEmail = body.email.trim();
  // A user who was erased meanwhile has no email, and the password counts as wrong.
  const email = (await identities.findEmail(table, user_id)) ?? '';
  const isCurrentEmail = normalizeEmail(newEmail) === normalizeEmail(email);
  const canReceiveMail = isEmail(newEmail) && toRecipient(newEmail) !== undefined;
  if (isCurrentEmail || !canReceiveMail) return failure('invalid');

  const verified = await verifySignIn(request, {
    email,
    password: body.current,
    purpose: 'email_change',
  });
  if (!verified.ok) return verified;

  const account = normalizeEmail(newEmail);
  // No device is trusted yet for the new email.
  const mailAttempt = { account, isOnTrustedDevice: false };
  const retryAfter = await countMailAttempts(request, mailAttempt);
  if (retryAfter > 0) return failure({ retryAfter });

  const otherIdentity = await identities.findByEmail(table, newEmail);
  const link = {
    user_id,
    purpose: 'email_change',
    email: newEmail,
    previous_email: email,
    password_digest: toDigest(verified.value.password_hash),
    access_generation: verified.value.access_generation ?? 0,
    session_id,
    language: locale,
    template: otherIdentity ? 'account_exists' : 'email_change',
  } as const;
  await emailLinks.create(table, link, now);
  return success(undefined);
}

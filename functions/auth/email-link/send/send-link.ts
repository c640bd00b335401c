import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import { sendLinkPurposes } from '#functions/auth/browser/page-urls.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import type { ServiceSettings } from '#shared/contract/resources.ts';
import type { Fail } from '#shared/http/handler.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { NewEmailLink } from '../email-link.store.ts';

/** The query of the page on which a person asks for a link. */
export const SendLinkQuery = z.object({
  purpose: z.enum(sendLinkPurposes),
  /** The id of the authorization request that the person continues with, or an empty string. */
  request: FormField,
});
export type SendLinkQuery = z.output<typeof SendLinkQuery>;

/** Returns what the CSRF token of the form is bound to. */
export function getSendLinkBinding({ purpose }: SendLinkQuery) {
  return { purpose: 'send-link', reference: purpose } as const;
}

/** A request to the page on which a person asks for a link. */
interface SendLinkRequest {
  query: SendLinkQuery;
  settings: Pick<ServiceSettings, 'signUp' | 'mailFrom'>;
  fail: Fail<'sign_up_closed' | 'recovery_unavailable'>;
}

/**
 * Throws `sign_up_closed` if the operator does not allow sign-ups, and `recovery_unavailable` if
 * the service sends no mail.
 */
export function requirePurpose({ query, settings, fail }: SendLinkRequest): void {
  const { signUp, mailFrom } = settings;
  if (query.purpose === 'sign_up' && signUp !== 'open') throw fail('sign_up_closed');
  if (mailFrom === undefined) throw fail('recovery_unavailable');
}

/**
 * Builds the link for an address. If the address has no account, there is no password to reset: the
 * template is undefined, and no mail is sent. If somebody signs up with an address that has an
 * account, the mail only says so.
 */
export function buildLink(
  { purpose, request }: SendLinkQuery,
  email: string,
  identity: Identity | undefined,
  now: Date,
): Omit<NewEmailLink, 'language'> {
  const link = {
    purpose,
    // The stored address, because the entered one can differ in case, for example.
    email: identity?.email ?? email,
    user_id: identity?.user_id ?? newId(now),
    request: request || undefined,
  };
  if (purpose === 'sign_up')
    return { ...link, template: identity ? 'account_exists' : 'sign_up' };

  const canReset = identity !== undefined && identity.disabled_datetime === undefined;
  return {
    ...link,
    template: canReset ? 'password_reset' : undefined,
    password_digest: identity && toDigest(identity.password_hash),
  };
}

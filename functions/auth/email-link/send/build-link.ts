import type { Identity } from '#functions/auth/identity/identity.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { NewEmailLink } from '../email-link.store.ts';
import type { SendLinkQuery } from './send-link.ts';

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

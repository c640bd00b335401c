import type { ServiceSettings } from '#shared/contract/resources.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { SendLinkQuery } from './send-link.ts';

/** A request to the page on which a person asks for a link. */
interface SendLinkRequest {
  query: SendLinkQuery;
  settings: ServiceSettings;
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

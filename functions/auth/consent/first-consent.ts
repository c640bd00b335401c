import { isClientIdUrl } from '#functions/auth/client/client-id-url.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import type { ConsentMail } from './consent.mail.ts';
import type { ConsentRequest } from './consent-request.ts';

/**
 * Returns the attributes that request the mail about a new application, for the write that grants
 * the access. Returns undefined if the user has allowed the application before, even if the access
 * has ended since. Anybody can choose the name of a client with a metadata document, so the mail
 * has its host as well.
 */
export function requestMailOfFirstConsent(
  earlier: readonly Grant[],
  scope: string,
  { authorizationRequest, user, browser }: ConsentRequest,
): MailAttributes | undefined {
  const { client_id, application_name } = authorizationRequest;
  const { profile, locale } = user;
  if (earlier.some((grant) => grant.client_id === client_id)) return undefined;
  return createMailAttributes<ConsentMail>({
    template: 'application_allowed',
    to: profile.email,
    language: locale,
    application: isClientIdUrl(client_id)
      ? `${application_name} (${new URL(client_id).host})`
      : application_name,
    scope,
    browser: browser.name,
  });
}

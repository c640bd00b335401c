import * as grants from '#functions/auth/grant/grant.store.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import type { Table } from '#shared/table/table.ts';
import type { ConsentMail } from './consent.mail.ts';
import type { ConsentRequest } from './consent-request.ts';

/**
 * Returns the attributes that request the mail about a new application, for the write that grants
 * the access. Returns undefined if the user has allowed the application before, even if the access
 * has ended since.
 */
export async function requestMailOfFirstConsent(
  table: Table<'query'>,
  { authorizationRequest, user, browser }: ConsentRequest,
): Promise<MailAttributes | undefined> {
  const { client_id, application_name, scope } = authorizationRequest;
  const { profile, locale } = user;
  const earlier = await grants.listByUser(table, profile.id);
  if (earlier.some((grant) => grant.client_id === client_id)) return undefined;
  return createMailAttributes<ConsentMail>({
    template: 'application_allowed',
    to: profile.email,
    language: locale,
    application: application_name,
    scope,
    browser: browser.name,
  });
}

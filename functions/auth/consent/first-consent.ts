import type { AuthorizationRequest } from '#functions/auth/authorize/authorization.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { SignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import type { Table } from '#shared/table/table.ts';
import type { ConsentMail } from './consent.mail.ts';

/**
 * Returns the attributes that request the mail about a new application, for the write that grants
 * the access. Returns undefined if the user has allowed the application before, even if the access
 * has ended since.
 */
export async function requestMailOfFirstConsent(
  { table, now }: { table: Table<'query'>; now: Date },
  { client_id, application_name, scope }: AuthorizationRequest,
  { profile: { id, email }, locale }: SignedInUser,
): Promise<MailAttributes | undefined> {
  const earlier = await grants.listByUser(table, id);
  if (earlier.some((grant) => grant.client_id === client_id)) return undefined;
  return createMailAttributes<ConsentMail>({
    template: 'application_allowed',
    to: email,
    language: locale,
    application: application_name,
    scope,
    time: now.toISOString(),
  });
}

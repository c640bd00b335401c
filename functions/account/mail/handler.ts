import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import {
  parseServiceIdentity,
  type ServiceIdentity,
  settingVariables,
} from '#shared/contract/resources.ts';
import { ServiceError } from '#shared/errors/errors.ts';
import { findConfiguredMail } from '#shared/mail/configured-mail.ts';
import type { MailReader, MailRequest, SendMail } from '#shared/mail/mail.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { audit } from '#shared/runtime/audit.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findEnvironment, requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { findOwner, type Key, requireOwner } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';
import consumer from './consumer.ts';
import { renderMail, requireTemplate } from './render-mail.ts';

type MailMessage = Key & { mail: MailRequest };

/** The version of the pages that mail leads to. */
const version = 'v7.1';

/** The mail client, which is created by the first invocation and used by the later ones. */
let sendMail: SendMail | undefined;

/**
 * Returns the URL of the page that a mail leads to. Returns undefined if the mail is about a
 * link that was used or has expired.
 */
async function findPageUrl(
  { template }: MailRequest,
  key: Key,
): Promise<string | undefined> {
  const pages = getPageUrls({ auth: requireEnvironment(baseUrlVariables.auth) }, version);
  const { getPage } = requireTemplate(template);
  if (getPage) return getPage(pages);

  // The sort key is `EMAIL_LINK#` and the id of the link.
  const [, id = ''] = key.sk.split('#');
  const table = openTable(newMeter());
  const token = await emailLinks.issueToken(table, requireOwner(key), id, new Date());
  return token === undefined ? undefined : pages.openLink(token);
}

/**
 * Returns the name, the language and the time zone of a user. Returns nothing if the table
 * cannot be read: a mail in the language of the request is better than a late one.
 */
async function findReader(user_id: string): Promise<MailReader> {
  try {
    const profile = await identities.findProfile(openTable(newMeter()), user_id);
    return compact({
      language: profile?.locale,
      time_zone: profile?.time_zone,
      name: profile?.display_name,
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return {};
    throw error;
  }
}

/**
 * Sends the mail that an item requests. Returns why the mail cannot be sent, or undefined if it was
 * sent. Throws if a later attempt can succeed.
 */
async function sendRequestedMail({
  mail,
  ...key
}: MailMessage): Promise<string | undefined> {
  sendMail ??= findConfiguredMail();
  if (!sendMail) return 'mail_off';

  const { template } = mail;
  const { isToOtherPerson, isToOperator } = requireTemplate(template);
  const service = parseServiceIdentity(findEnvironment(settingVariables.service));
  const to = toRecipient(isToOperator ? findContactAddress(service) : mail.to);
  if (to === undefined) return 'address_unusable';

  const url = await findPageUrl(mail, key);
  if (url === undefined) return 'link_expired';

  const user_id = isToOtherPerson ? undefined : findOwner(key);
  const reader = user_id === undefined ? undefined : await findReader(user_id);
  const rendered = renderMail({ ...mail, ...reader }, url, { time: new Date(), service });
  const result = await sendMail({ user_id, template, to, ...rendered });
  return result === 'sent' ? undefined : 'mail_rejected';
}

/** Returns the mail address of the operator. It is empty if the contact is none, or a page. */
function findContactAddress({ contact_url = '' }: ServiceIdentity): string {
  return contact_url.startsWith('mailto:') ? contact_url.slice('mailto:'.length) : '';
}

export const handler = consumeQueue(consumer, async (message) => {
  const problem = await sendRequestedMail(message);
  audit(problem === undefined ? 'mail_sent' : 'mail_not_sent', {
    user_id: findOwner(message),
    code: problem ?? message.mail.template,
  });
  return 'ack';
});

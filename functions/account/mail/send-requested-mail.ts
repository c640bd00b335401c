import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as mailServers from '#functions/account/mail-delivery/mail-server.store.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import {
  parseServiceIdentity,
  type ServiceIdentity,
  settingVariables,
} from '#shared/contract/resources.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { findConfiguredMail } from '#shared/mail/configured-mail.ts';
import type {
  MailAttributes,
  MailReader,
  MailReceipt,
  MailRequest,
  SendMail,
} from '#shared/mail/mail.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import { audit } from '#shared/runtime/audit.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findEnvironment, requireEnvironment } from '#shared/runtime/environment.ts';
import { findOwner, type Key, requireOwner } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { renderMail, requireTemplate } from './render-mail.ts';

/** The operations on the table by which mail is sent. */
export type MailTable = Table<'get' | 'put' | 'update'>;

/** Blocks an address, and logs it with the user who has it, if there is one. */
export async function blockAddress(
  table: MailTable,
  address: string,
  why: Pick<blockedAddresses.BlockedAddress, 'reason' | 'detail'>,
): Promise<void> {
  await blockedAddresses.block(table, address, why, new Date());
  const identity = await identities.findByEmail(table, address);
  audit('mail_address_blocked', { user_id: identity?.user_id, code: why.reason });
}

/** The key of the item whose write requested a mail, and the request. */
export type MailMessage = Key & MailAttributes;

/** The answer to a mail, or why nothing was asked to send it. */
export type MailOutcome =
  | MailReceipt
  | { outcome: 'mail_off' | 'address_unusable' | 'address_blocked' | 'link_expired' };

/** The version of the pages that mail leads to. */
const version = 'v7.1';

/**
 * Returns the URL of the page that a mail leads to. Returns undefined if the mail is about a
 * link that was used or has expired.
 */
async function findPageUrl(
  table: MailTable,
  { template }: MailRequest,
  key: Key,
): Promise<string | undefined> {
  const pages = getPageUrls({ auth: requireEnvironment(baseUrlVariables.auth) }, version);
  const { getPage } = requireTemplate(template);
  if (getPage) return getPage(pages);

  // The sort key is `EMAIL_LINK#` and the id of the link.
  const [, id = ''] = key.sk.split('#');
  const token = await emailLinks.issueToken(table, requireOwner(key), id, new Date());
  return token === undefined ? undefined : pages.openLink(token);
}

/** Returns the name, the language and the time zone of a user. */
async function findReader(table: MailTable, user_id: string): Promise<MailReader> {
  const profile = await identities.findProfile(table, user_id);
  return compact({
    language: profile?.locale,
    time_zone: profile?.time_zone,
    name: profile?.display_name,
  });
}

/**
 * Returns the way on which mail leaves the service. The operator's server belongs to other systems,
 * so a machine whose calls to them are off does not use it.
 */
async function findWay(table: MailTable): Promise<SendMail | undefined> {
  const isDirect = getConfiguredGateway() === 'direct';
  const stores = { table, getDataKeys: openDataKeys };
  const server = isDirect ? await mailServers.findWithPassword(stores) : undefined;
  return findConfiguredMail(server);
}

/**
 * Sends the mail that an item requests. Throws if a later attempt can succeed. No address to which
 * mail is blocked gets one, whatever the mail is about.
 */
export async function sendRequestedMail(
  table: MailTable,
  { mail, ...key }: MailMessage,
): Promise<MailOutcome> {
  const sendMail = await findWay(table);
  if (!sendMail) return { outcome: 'mail_off' };

  const { id, template } = mail;
  const { isToOtherPerson, isToOperator } = requireTemplate(template);
  const service = parseServiceIdentity(findEnvironment(settingVariables.service));
  const to = toRecipient(isToOperator ? findContactAddress(service) : mail.to);
  if (to === undefined) return { outcome: 'address_unusable' };
  const isBlocked = await blockedAddresses.find(table, to, new Date());
  if (isBlocked) return { outcome: 'address_blocked' };

  const url = await findPageUrl(table, mail, key);
  if (url === undefined) return { outcome: 'link_expired' };

  const user_id = isToOtherPerson ? undefined : findOwner(key);
  const reader = user_id === undefined ? undefined : await findReader(table, user_id);
  // A mail that could not be sent for hours still says when it happened.
  const { requested_datetime } = mail;
  const time = requested_datetime ? new Date(requested_datetime) : new Date();
  const rendered = renderMail({ ...mail, ...reader }, url, { time, service });
  const receipt = await sendMail({ id, user_id, template, to, ...rendered });
  if (receipt.isAddressUnknown)
    await blockAddress(table, to, { reason: 'rejected', detail: 'address_unknown' });
  return receipt;
}

/** Returns the mail address of the operator. It is empty if the contact is none, or a page. */
function findContactAddress({ contact_url = '' }: ServiceIdentity): string {
  return contact_url.startsWith('mailto:') ? contact_url.slice('mailto:'.length) : '';
}

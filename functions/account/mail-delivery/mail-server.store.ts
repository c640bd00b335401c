import type { TableOperation } from '#shared/contract/resources.ts';
import {
  type DataKeyProvider,
  decryptEnvelope,
  encryptEnvelope,
} from '#shared/encryption/envelope.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import type { MailServer } from '#shared/mail/smtp.ts';
import { compact } from '#shared/runtime/compact.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { mailDeliveryKeys } from './mail-delivery.keys.ts';
import {
  type MailServerProfile,
  NewMailServer,
  type StoredMailServer,
  toMailServerContext,
} from './mail-server.ts';

/** The table that stores the server, and the keys that encrypt its password. */
interface MailServerStore<O extends TableOperation> {
  table: Table<O>;
  getDataKeys: () => DataKeyProvider;
}

/** Stores the server, and replaces another one. Throws `validation_failed` if it is invalid. */
export async function set(
  { table, getDataKeys }: MailServerStore<'put'>,
  newServer: NewMailServer,
  now: Date,
): Promise<MailServerProfile> {
  const { password, ...server } = parseOrFail(NewMailServer, newServer);
  const profile = compact({ ...server, updated_datetime: now.toISOString() });
  const context = toMailServerContext(profile);
  const envelope =
    password === undefined
      ? undefined
      : await encryptEnvelope(password, context, getDataKeys());
  const item = compact({ ...profile, password: envelope });
  await table.put({ ...mailDeliveryKeys.mailServer(), ...item }, {});
  return profile;
}

/** Returns the server without its password, or undefined if there is none. */
export async function find(table: Table<'get'>): Promise<MailServerProfile | undefined> {
  return table.get<MailServerProfile>(mailDeliveryKeys.mailServer());
}

/** Returns the server with its password, or undefined if there is none. */
export async function findWithPassword({
  table,
  getDataKeys,
}: MailServerStore<'get'>): Promise<MailServer | undefined> {
  const stored = await table.get<StoredMailServer>(mailDeliveryKeys.mailServer());
  if (!stored) return undefined;
  const { host, port, implicit_tls, user, password: envelope } = stored;
  if (user === undefined || !envelope) return { host, port, implicit_tls };

  const context = toMailServerContext(stored);
  const password = await decryptEnvelope(envelope, context, getDataKeys());
  return { host, port, implicit_tls, login: { user, password } };
}

/** Removes the server. Returns whether there was one. */
export async function deleteServer(table: Table<'delete'>): Promise<boolean> {
  return table.delete(mailDeliveryKeys.mailServer(), exists);
}

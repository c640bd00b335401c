import { exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { clientKeys } from './client.keys.ts';
import { find } from './client.store.ts';
import type { Client } from './client.ts';
import type { Logo } from './logo.ts';

/** Returns the logo of a client, or undefined if it has none. */
export function findLogo(
  table: Table<'get'>,
  client_id: string,
): Promise<Logo | undefined> {
  return table.get<Logo>(clientKeys.clientLogo(client_id));
}

/** Returns the logo of an approved client that waits for the operator, or undefined. */
export function findProposedLogo(
  table: Table<'get'>,
  client_id: string,
): Promise<Logo | undefined> {
  return table.get<Logo>(clientKeys.proposedLogo(client_id));
}

/** Returns the logo of a client, and the one that waits for the operator. */
export async function findLogos(
  table: Table<'get'>,
  { client_id, has_logo, proposed }: Client,
): Promise<{ logo?: Logo | undefined; proposedLogo?: Logo | undefined }> {
  const [logo, proposedLogo] = await Promise.all([
    has_logo ? findLogo(table, client_id) : undefined,
    proposed?.has_logo ? findProposedLogo(table, client_id) : undefined,
  ]);
  return { logo, proposedLogo };
}

/** Returns the change that stores a logo, unless it is written at the same time. */
export async function toLogoPut(
  table: Table<'get'>,
  key: Key,
  { type, bytes, width, height }: Logo,
): Promise<TransactionChange<'put'>> {
  const existing = await table.get<Logo>(key);
  const condition = existing ? unchangedSince(existing) : isNew;
  return { put: { ...key, type, bytes, width, height }, condition };
}

/** Returns the changes that delete the logo of a client that waits for the operator, if any. */
export function toProposedLogoDeletion({
  client_id,
  proposed,
}: Client): TransactionChange<'delete'>[] {
  const key = clientKeys.proposedLogo(client_id);
  return proposed?.has_logo ? [{ delete: key, condition: exists }] : [];
}

/**
 * Replaces the logo of a client. The logo is an item of its own, because every token request reads
 * the client's item. The same transaction sets `has_logo`, without which pages read no logo.
 *
 * Returns undefined if the client does not exist or the logo was changed at the same time.
 */
export async function setLogo(
  table: Table<'get' | 'put' | 'update' | 'transact'>,
  client_id: string,
  logo: Logo,
): Promise<Client | undefined> {
  const result = await table.transact([
    await toLogoPut(table, clientKeys.clientLogo(client_id), logo),
    {
      update: clientKeys.client(client_id),
      change: { set: { has_logo: true } },
      condition: exists,
    },
  ]);
  return meetsConditions(result) ? find(table, client_id) : undefined;
}

/**
 * Deletes the logo of a client, if it has one. Returns undefined if the client does not exist or
 * the logo was changed at the same time.
 */
export async function deleteLogo(
  table: Table<'get' | 'update' | 'delete' | 'transact'>,
  client_id: string,
): Promise<Client | undefined> {
  const existing = await findLogo(table, client_id);
  if (!existing) return find(table, client_id);

  const result = await table.transact([
    { delete: clientKeys.clientLogo(client_id), condition: unchangedSince(existing) },
    {
      update: clientKeys.client(client_id),
      change: { remove: ['has_logo'] },
      condition: exists,
    },
  ]);
  return meetsConditions(result) ? find(table, client_id) : undefined;
}

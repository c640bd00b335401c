import { toDigest } from '#shared/auth/secrets.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent, exists } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { ListedEntry, ListPage, Table } from '#shared/table/table.ts';
import { mailDeliveryKeys } from './mail-delivery.keys.ts';

/**
 * A mail came back for good, its recipient complained about it, or a server refused the recipient.
 */
export type BlockReason = 'bounce' | 'complaint' | 'rejected';

/** An address to which no mail is sent. Nothing in it tells the address. */
export interface BlockedAddress {
  /** The digest of the address. */
  id: string;
  reason: BlockReason;
  /** The reason in a word of the mail system, e.g. `NoEmail`. */
  detail: string;
  blocked_datetime: string;
  /** The place in the list, by which the next page begins. */
  collection_sk: string;
  /** Seconds since 1970. */
  expires_at: number;
}

/** After a year, one mail is tried again. */
const blockSeconds = 365 * daySeconds;

/** Returns the same digest for all spellings of an address. */
function toAddressDigest(address: string): string {
  return toDigest((toRecipient(address) ?? address).toLowerCase());
}

/** Blocks an address, for a year from now. */
export async function block(
  table: Table<'put'>,
  address: string,
  { reason, detail }: Pick<BlockedAddress, 'reason' | 'detail'>,
  now: Date,
): Promise<void> {
  const id = toAddressDigest(address);
  const blocked_datetime = now.toISOString();
  const expires_at = toEpochSeconds(now) + blockSeconds;
  const blocked: BlockedAddress = {
    id,
    reason,
    detail,
    blocked_datetime,
    collection_sk: `${blocked_datetime}#${id}`,
    expires_at,
  };
  const key = mailDeliveryKeys.blockedAddress(id);
  const collection = mailDeliveryKeys.blockedAddresses();
  await table.put({ ...key, ...blocked, collection, ttl: expires_at }, {});
}

/** Returns why an address is blocked, or undefined if it is not. */
export async function find(
  table: Table<'get'>,
  address: string,
  now: Date,
): Promise<BlockedAddress | undefined> {
  const key = mailDeliveryKeys.blockedAddress(toAddressDigest(address));
  const blocked = await table.get<BlockedAddress>(key);
  return blocked && blocked.expires_at > toEpochSeconds(now) ? blocked : undefined;
}

/** Lists a page of the blocked addresses, in the order of their times. */
export async function list(
  table: Table<'getEach' | 'query'>,
  page: ListPage,
): Promise<BlockedAddress[]> {
  const collection = mailDeliveryKeys.blockedAddresses();
  const entries = await table.queryPage<ListedEntry>({ collection, ...page });
  return getExisting<BlockedAddress>(table, entries);
}

/** Unblocks an address, by itself or by the id of its block. Returns whether it was blocked. */
export async function unblock(
  table: Table<'delete'>,
  addressOrId: string,
): Promise<boolean> {
  const isAddress = addressOrId.includes('@');
  const id = isAddress ? toAddressDigest(addressOrId) : addressOrId;
  return table.delete(mailDeliveryKeys.blockedAddress(id), exists);
}

/** Unblocks the address of a user who is erased, unless it was blocked since then. */
export async function unblockErased(
  table: Table<'delete'>,
  address: string,
  datetime: string,
): Promise<void> {
  const key = mailDeliveryKeys.blockedAddress(toAddressDigest(address));
  await table.delete(key, { blocked_datetime: belowOrAbsent(datetime) });
}

import { accountKeys } from '#functions/account/account.keys.ts';
import { find, toRunAttributes } from '#functions/auth/identity/erasure.store.ts';
import type {
  Erasure,
  ErasureReceipt,
  ItemCounts,
} from '#functions/auth/identity/erasure.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { getLeaseLimit } from '#shared/runtime/lease.ts';
import { equals, isNew } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { ListedEntry, ListPage, Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import type { ErasureMail } from './erasure.mail.ts';

/**
 * Duration of a lease in milliseconds. The next run can continue afterwards. A run takes at most
 * five minutes.
 */
const leaseMs = 6 * 60_000;

/** An erasure whose next run is due. */
export interface DueErasure {
  user_id: string;
  /** The sort key in the index. A lease changes it, so only one of several runs gets one. */
  collection_sk: string;
}

export type StartedErasure = Erasure & { started_datetime: string };

/** Lists the erasures that are due, or whose lease has ended, the oldest first. */
export async function listDue(table: Table<'query'>, now: Date): Promise<DueErasure[]> {
  // Every datetime (ISO 8601) sorts after `0`, and `~` sorts after every user id.
  const to = `${getLeaseLimit(now, leaseMs).toISOString()} ~`;
  const collection = identityKeys.erasures();
  const dueItems = await table.query<DueErasure & Key>({ collection, from: '0', to });
  return dueItems.map(({ collection_sk }) => {
    const [, user_id = ''] = collection_sk.split(' ');
    return { user_id, collection_sk };
  });
}

/**
 * Leases an erasure to this run. The first lease starts the erasure, which can then no longer be
 * cancelled, and requests a mail to the user. Returns undefined if another run has the lease, or if
 * the erasure was cancelled.
 */
export async function leaseErasure(
  table: Table<'get' | 'update'>,
  { user_id, collection_sk }: DueErasure,
  now: Date,
): Promise<StartedErasure | undefined> {
  const erasure = await find(table, user_id);
  if (erasure?.collection_sk !== collection_sk) return undefined;
  // The list also has those whose pause ends soon.
  const isPaused =
    erasure.state === 'scheduled' && erasure.due_datetime > now.toISOString();
  if (isPaused) return undefined;

  const leaseAttributes = toRunAttributes(user_id, new Date(now.getTime() + leaseMs));
  const startAttributes =
    erasure.started_datetime === undefined &&
    (await toStartAttributes(table, user_id, erasure, now));
  const leased = await table.update<StartedErasure>(
    identityKeys.erasure(user_id),
    { set: { ...leaseAttributes, ...startAttributes } },
    { collection_sk: equals(collection_sk), state: equals(erasure.state) },
  );
  return leased.done ? leased.item : undefined;
}

/** Returns the attributes that start an erasure now. They request the user's last mail. */
async function toStartAttributes(
  table: Table<'get'>,
  user_id: string,
  { id, language }: Erasure,
  now: Date,
) {
  const mail = await identities.createMailToUser<ErasureMail>(table, user_id, {
    template: 'erasure_started',
    language,
    reference: id,
  });
  return { state: 'running', started_datetime: now.toISOString(), ...mail };
}

/**
 * Records what the user has, unless an earlier run has recorded it. Returns the erasure, or
 * undefined if the erasure is no longer running.
 */
export async function recordInventory(
  table: Table<'update'>,
  user_id: string,
  inventory: { email?: string; counts: ItemCounts },
): Promise<StartedErasure | undefined> {
  const recorded = await table.update<StartedErasure>(
    identityKeys.erasure(user_id),
    { setIfAbsent: { ...inventory } },
    isRunning,
  );
  return recorded.done ? recorded.item : undefined;
}

const isRunning = { state: equals('running') };

/** Sets the time of the next run of an erasure. */
export async function postponeErasure(
  table: Table<'update'>,
  user_id: string,
  nextRunAt: Date,
): Promise<void> {
  const change = { set: toRunAttributes(user_id, nextRunAt) };
  await table.update(identityKeys.erasure(user_id), change, isRunning);
}

/**
 * Writes the receipt and deletes the erasure, the last item of the user, in one transaction.
 * Returns false if the erasure is no longer running, because another run has finished it.
 */
export async function finishErasure(
  table: Table<'put' | 'delete' | 'transact'>,
  user_id: string,
  { id, reason, requested_datetime, started_datetime, counts = {} }: StartedErasure,
  now: Date,
): Promise<boolean> {
  const receipt: ErasureReceipt = {
    id,
    reason,
    requested_datetime,
    started_datetime,
    finished_datetime: now.toISOString(),
    counts,
  };
  const listed = { collection: accountKeys.erasureReceipts(), collection_sk: id };
  const result = await table.transact([
    {
      put: { ...accountKeys.erasureReceipt(id), ...listed, ...receipt },
      condition: isNew,
    },
    { delete: identityKeys.erasure(user_id), condition: isRunning },
  ]);
  return meetsConditions(result);
}

/** Lists a page of receipts in the order in which the erasures were requested. */
export async function listReceipts(
  table: Table<'getEach' | 'query'>,
  page: ListPage,
): Promise<ErasureReceipt[]> {
  const collection = accountKeys.erasureReceipts();
  const entries = await table.queryPage<ListedEntry>({ collection, ...page });
  return getExisting<ErasureReceipt>(table, entries);
}

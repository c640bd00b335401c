import type { Token } from '#shared/auth/tokens.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { equals, isAbsent, isPresent } from '#shared/table/condition.ts';
import { updateEach } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { ListedEntry, Table, TransactionChange } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';
import { type Grant, hasToken } from './grant.ts';

/**
 * Maximum passes of `revokeAllOfUserAndClient`. Each pass after the first finds only grants that
 * were created since the previous pass.
 */
const maxPasses = 10;
/** The number of grants of a client that are revoked at the same time. */
const concurrency = 25;
/** The number of grants of a client that are in memory at once. */
const pageSize = 1000;

/** Revokes a grant with all its tokens, and removes it from the index of the client's grants. */
export async function revoke(table: Table<'update'>, key: Key, now: Date): Promise<void> {
  const { update, change, condition } = toRevocation(key, now);
  await table.update(update, change, condition);
}

/** Returns the change that revokes a grant unless it was revoked before. */
export function toRevocation({ pk, sk }: Key, now: Date): TransactionChange<'update'> {
  const change = {
    set: { revoked_at: toEpochSeconds(now) },
    remove: ['collection', 'collection_sk'],
  };
  const condition = { pk: isPresent, revoked_at: isAbsent };
  return { update: { pk, sk }, change, condition };
}

/**
 * Revokes the grant of a token and returns the grant. Returns undefined and changes nothing if the
 * token is unknown, was revoked before or belongs to another client (RFC 7009 section 2.1).
 */
export async function revokeByToken(
  table: Table<'get' | 'update'>,
  { user_id, id, secret }: Token,
  client_id: string,
  now: Date,
): Promise<Grant | undefined> {
  const key = grantKeys.grant(user_id, id);
  const grant = await table.get<Grant>(key);
  if (!grant || grant.client_id !== client_id) return undefined;
  if (grant.revoked_at !== undefined || !hasToken(grant, secret)) return undefined;

  await revoke(table, key, now);
  return grant;
}

/** Revokes one grant of a user to a client. Returns false if there is none that has not ended. */
export async function revokeOne(
  table: Table<'update'>,
  {
    user_id,
    client_id,
    grant_id,
  }: { user_id: string; client_id: string; grant_id: string },
  now: Date,
): Promise<boolean> {
  const revocation = toRevocation(grantKeys.grant(user_id, grant_id), now);
  const condition = { ...revocation.condition, client_id: equals(client_id) };
  const { done } = await table.update(revocation.update, revocation.change, condition);
  return done;
}

/**
 * Revokes all grants of a user to one client and returns their number. Repeats until no grant is
 * left, because a remembered consent can create another grant meanwhile (decision 0009).
 */
export async function revokeAllOfUserAndClient(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  user_id: string,
  client_id: string,
  now: Date,
): Promise<number> {
  let count = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    const unrevoked = await listUnrevoked(table, user_id);
    const grants = unrevoked.filter((grant) => grant.client_id === client_id);
    if (grants.length === 0) break;

    await revokeEach(table, grants, now);
    count += grants.length;
  }
  return count;
}

/**
 * Revokes all grants of a user, or those that were created since a time (ISO 8601). Returns the ids
 * of the clients that lost access.
 *
 * The caller must have ended the user's sessions. A concurrent approval then finds its session
 * ended and revokes its own grant, so one pass is enough (decision 0009).
 */
export async function revokeAllOfUser(
  table: Table<'query' | 'update' | 'transact'>,
  user_id: string,
  now: Date,
  since = '',
): Promise<string[]> {
  const unrevoked = await listUnrevoked(table, user_id);
  const grants = unrevoked.filter((grant) => grant.created_datetime >= since);
  await revokeEach(table, grants, now);
  const clientIds = new Set(grants.map(({ client_id }) => client_id));
  return [...clientIds];
}

/** Revokes all grants of a client, page by page, and returns their number. */
export async function revokeAllOfClient(
  table: Table<'query' | 'update'>,
  client_id: string,
  now: Date,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await revokePageOfClient(table, client_id, now, after);
    count += page.count;
    after = page.after;
  } while (after !== undefined);
  return count;
}

/**
 * Revokes 1,000 grants of a client at most. Returns their number and, if there were any, the id of
 * the last one, after which others can follow.
 */
export async function revokePageOfClient(
  table: Table<'query' | 'update'>,
  client_id: string,
  now: Date,
  after?: string,
): Promise<{ count: number; after: string | undefined }> {
  const collection = grantKeys.grantsOfClient(client_id);
  const page = { collection, after, limit: pageSize };
  const grants = await table.queryPage<ListedEntry>(page);
  await revokeAll(table, grants, now);
  return { count: grants.length, after: grants.at(-1)?.collection_sk };
}

async function listUnrevoked(
  table: Table<'query'>,
  user_id: string,
): Promise<(Key & Grant)[]> {
  const grants = await table.query<Key & Grant>(grantKeys.grants(user_id));
  return grants.filter(({ revoked_at }) => revoked_at === undefined);
}

/** Revokes grants of a user by one transaction for each 100. */
function revokeEach(
  table: Table<'update' | 'transact'>,
  grants: readonly Key[],
  now: Date,
): Promise<void> {
  return updateEach(
    table,
    grants.map((grant) => toRevocation(grant, now)),
  );
}

/** Revokes grants of many users by single writes, which cost half as much as a transaction. */
async function revokeAll(
  table: Table<'update'>,
  grants: readonly Key[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < grants.length; start += concurrency) {
    const batch = grants.slice(start, start + concurrency);
    const writes = batch.map((key) => revoke(table, key, now));
    await Promise.all(writes);
  }
}

import type { Token } from '#shared/auth/tokens.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { absent, present } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type Grant, hasToken } from './grant.ts';

/** Ends a grant with all its tokens; the index keeps only those that are not revoked. */
export async function revoke(table: Table<'update'>, { pk, sk }: Key, now: Date): Promise<void> {
  await table.update(
    { pk, sk },
    { set: { revoked_at: epochSeconds(now) }, remove: ['collection', 'collection_sk'] },
    { pk: present, revoked_at: absent },
  );
}

/**
 * Ends the grant that a token belongs to, with all its tokens; undefined where the token is not one that this
 * application has, and then nothing changes (RFC 7009 section 2.1).
 */
export async function revokeByToken(
  table: Table<'get' | 'update'>,
  { user_id, id, secret }: Token,
  client_id: string,
  now: Date,
): Promise<Grant | undefined> {
  const key = keys.grant(user_id, id);
  const grant = await table.get<Grant>(key);
  if (!grant || grant.client_id !== client_id || grant.revoked_at !== undefined) return undefined;
  if (!hasToken(grant, secret)) return undefined;
  await revoke(table, key, now);
  return grant;
}

/**
 * Ends everything that a person granted one application; gives how many grants that were. It ends what it finds until it
 * finds nothing, since consent that is remembered may have led to a further grant meanwhile (decision record 9).
 */
export async function revokeAllOfUserAndClient(
  table: Table<'query' | 'update'>,
  user_id: string,
  client_id: string,
  now: Date,
): Promise<number> {
  let ended = 0;
  for (let pass = 0; pass < mostPasses; pass++) {
    const grants = await listUnrevoked(table, user_id);
    const theirs = grants.filter((grant) => grant.client_id === client_id);
    if (theirs.length === 0) break;
    await revokeAll(table, theirs, now);
    ended += theirs.length;
  }
  return ended;
}

/** Ends everything that a person granted; gives the client ids of the applications that it was granted to. */
export async function revokeAllOfUser(
  table: Table<'query' | 'update'>,
  user_id: string,
  now: Date,
): Promise<string[]> {
  const grants = await listUnrevoked(table, user_id);
  await revokeAll(table, grants, now);
  return [...new Set(grants.map(({ client_id }) => client_id))];
}

async function listUnrevoked(table: Table<'query'>, user_id: string): Promise<(Key & Grant)[]> {
  const grants = await table.query<Key & Grant>(keys.grants(user_id));
  return grants.filter(({ revoked_at }) => revoked_at === undefined);
}

/** Ends everything that an application was granted. */
export async function revokeAllOfClient(
  table: Table<'query' | 'update'>,
  client_id: string,
  now: Date,
): Promise<void> {
  const collection = keys.grantsOfClient(client_id);
  await revokeAll(table, await table.query<Key>({ collection }), now);
}

/** More than a person could keep up with. */
const mostPasses = 10;
const atOnce = 25;

async function revokeAll(table: Table<'update'>, grants: readonly Key[], now: Date): Promise<void> {
  for (let i = 0; i < grants.length; i += atOnce)
    await Promise.all(grants.slice(i, i + atOnce).map((key) => revoke(table, key, now)));
}

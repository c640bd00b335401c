import type { EventViewer } from '#functions/account/event/event.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { listHiddenTypes } from '#functions/auth/data-policy/data-policy.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Table } from '#shared/table/table.ts';
import { givesAccess } from '../notice.store.ts';

/** The access that a user allows now. */
export interface UserAccess {
  /** Whether the user has restricted the processing of their data. */
  isRestricted: boolean;
  /** The grants that give access. */
  grants: readonly Grant[];
}

/** Reads what users allow. */
export interface AccessReader {
  /** Returns what a user allows, as it was at most 10 seconds ago. */
  read(user_id: string): Promise<UserAccess>;
  /** Returns an application, as it was at most 10 seconds ago. */
  findClient(client_id: string): Promise<Client | undefined>;
  /** Returns what an application sees of a user, or undefined if it has no grant. */
  findViewer(user_id: string, client_id: string): Promise<EventViewer | undefined>;
}

/** The time for which an answer is used again, in milliseconds. */
const ttlMillis = 10_000;

/**
 * Creates the reader of a run. Its first answer is as current as the table: what is dropped because
 * of it needs no delivery, or is found in the log later.
 */
export function createAccessReader(
  table: Table<'get' | 'query'>,
  getNow: () => Date,
): AccessReader {
  const read = cacheReads(getNow, (user_id) => readAccess(table, user_id, getNow()));
  const findClient = cacheReads(getNow, (client_id) => clients.find(table, client_id));

  async function findViewer(user_id: string, client_id: string) {
    const access = await read(user_id);
    const ofClient = access.grants.filter((grant) => grant.client_id === client_id);
    if (ofClient.length === 0) return undefined;

    const now = getNow();
    const [client, overrides] = await Promise.all([
      findClient(client_id),
      dataPolicies.getOverrides(table, now),
    ]);
    const isOwn = client?.own === true;
    const optedInTypes = listOptedInTypes(ofClient, { client_id }, now);
    return {
      scope: ofClient.map(({ scope }) => scope).join(' '),
      hidden_types: listHiddenTypes(overrides, { isOwn, optedInTypes }),
    };
  }

  return { read, findClient, findViewer };
}

/** Returns a function that reads the value of an id once in a while. */
function cacheReads<Value>(
  getNow: () => Date,
  read: (id: string) => Promise<Value>,
): (id: string) => Promise<Value> {
  const cache = createTtlCache<Promise<Value>>(ttlMillis);
  return (id) => {
    const now = getNow();
    const cached = cache.get(id, now);
    if (cached) return cached;
    const value = read(id);
    cache.set(id, value, now);
    return value;
  };
}

async function readAccess(
  table: Table<'get' | 'query'>,
  user_id: string,
  now: Date,
): Promise<UserAccess> {
  const [ofUser, isRestricted] = await Promise.all([
    grants.listByUser(table, user_id),
    processing.isRestricted(table, user_id),
  ]);
  return { isRestricted, grants: ofUser.filter((grant) => givesAccess(grant, now)) };
}

import type { EventViewer } from '#functions/account/event/event.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { type Client, isEnabled } from '#functions/auth/client/client.ts';
import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { listHiddenTypes } from '#functions/auth/data-policy/data-policy.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import type { Processing } from '#functions/auth/identity/processing.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { givesAccess } from '../notice.store.ts';
import { listOfClient } from '../webhook.store.ts';
import type { Webhook } from '../webhook.ts';

/** Reads what users allow. */
export interface AccessReader {
  /** Returns the grants of a user that give access, as they were at most 10 seconds ago. */
  listGrants(user_id: string): Promise<readonly Grant[]>;
  /** Returns the webhooks of an application, as they were at most 10 seconds ago. */
  listWebhooks(client_id: string): Promise<readonly Webhook[]>;
  /** Returns whether a user restricted the processing of their data at most 10 seconds ago. */
  isRestricted(user_id: string): Promise<boolean>;
  /** Returns the same, and reads items by the same call, as they were a moment ago. */
  readWithRestriction<Item extends object>(
    user_id: string,
    keys: readonly Key[],
  ): Promise<{ isRestricted: boolean; items: Item[] }>;
  /** Returns an application, as it was at most 10 seconds ago. */
  findClient(client_id: string): Promise<Client | undefined>;
  /** Returns what an application sees of a user, or undefined if it has no grant. */
  findViewer(user_id: string, client_id: string): Promise<EventViewer | undefined>;
}

/** The time for which a reading is used again, in milliseconds. */
const ttlMillis = 10_000;

/** Creates an empty cache of applications that are enabled. */
export function createClientCache() {
  return createTtlCache<Client>(ttlMillis);
}

/**
 * Creates the reader of a run, which may be for several messages: all were written before it began.
 * Its first reading is as current as the table: what is dropped because
 * of it needs no delivery, or is found in the log later. So of applications, which runs have in
 * common, only those that are enabled are kept.
 */
export function createAccessReader(
  table: Table<'get' | 'getEach' | 'query'>,
  getNow: () => Date,
  enabledClients = createClientCache(),
): AccessReader {
  const listGrants = cacheReads(getNow, async (user_id) => {
    const ofUser = await grants.listByUser(table, user_id);
    return ofUser.filter((grant) => givesAccess(grant, getNow()));
  });
  const listWebhooks = cacheReads(getNow, (client_id) => listOfClient(table, client_id));
  const restrictions = createTtlCache<Promise<boolean>>(ttlMillis);

  function isRestricted(user_id: string): Promise<boolean> {
    const now = getNow();
    const known = restrictions.get(user_id, now);
    if (known) return known;
    const read = processing.isRestricted(table, user_id);
    restrictions.set(user_id, read, now);
    return read;
  }

  async function readWithRestriction<Item extends object>(
    user_id: string,
    keys: readonly Key[],
  ) {
    const all = [identityKeys.user(user_id), ...keys];
    const read = await table.getEach<Item & Partial<Processing>>(all, {
      isEventual: true,
    });
    const [profile, ...others] = read;
    const isRestrictedNow = profile?.restricted_datetime !== undefined;
    restrictions.set(user_id, Promise.resolve(isRestrictedNow), getNow());
    const items: Item[] = others.filter((item) => item !== undefined);
    return { isRestricted: isRestrictedNow, items };
  }

  const readClient = cacheReads(getNow, async (client_id) => {
    const client = await clients.find(table, client_id);
    if (client && isEnabled(client)) enabledClients.set(client_id, client, getNow());
    return client;
  });

  async function findClient(client_id: string) {
    return enabledClients.get(client_id, getNow()) ?? readClient(client_id);
  }

  async function findViewer(user_id: string, client_id: string) {
    const ofUser = await listGrants(user_id);
    const ofClient = ofUser.filter((grant) => grant.client_id === client_id);
    if (ofClient.length === 0) return undefined;

    const now = getNow();
    const [client, overrides] = await Promise.all([
      findClient(client_id),
      dataPolicies.getOverrides(table, now),
    ]);
    const isOwn = client?.own === true;
    const optedInTypes = listOptedInTypes(ofClient, { client_id }, now);
    const scope = ofClient.map((grant) => grant.scope).join(' ');
    const hidden_types = listHiddenTypes(overrides, { isOwn, scope, optedInTypes });
    return { scope, hidden_types };
  }

  return {
    listGrants,
    listWebhooks,
    isRestricted,
    readWithRestriction,
    findClient,
    findViewer,
  };
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

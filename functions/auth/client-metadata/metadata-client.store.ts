import { clientKeys } from '#functions/auth/client/client.keys.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { belowOrAbsent, isAbsent, isPresent } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type StoredDocument, toClient } from './metadata-client.ts';

/**
 * Lists the clients of metadata documents: those that are pinned, and those that people allowed.
 */
export async function listWithDocument(
  table: Table<'getEach' | 'query'>,
): Promise<Client[]> {
  const collection = clientKeys.metadataClients();
  return getExisting<Client>(table, await table.query<Key>({ collection }));
}

/**
 * Stores the client of a document that a user has allowed, or what has changed in the document.
 * Does nothing if the operator has pinned another copy, or if a later one is stored: a request that
 * waits must not bring back redirect URIs that the document no longer has.
 */
export async function storeAllowed(
  table: Table<'update'>,
  document: StoredDocument,
  now: Date,
): Promise<void> {
  const { update, change } = toChange(document, now);
  const isLatest = { fetched_datetime: belowOrAbsent(document.fetched_datetime) };
  await table.update<Client>(update, change, { pinned_datetime: isAbsent, ...isLatest });
}

/**
 * Pins a document: its client is as this copy says until it is pinned again, or unpinned. Of
 * several copies the latest one counts.
 */
export async function pin(
  table: Table<'update'>,
  document: StoredDocument,
  now: Date,
): Promise<void> {
  const { update, change } = toChange(document, now);
  const pinned_datetime = now.toISOString();
  const isLatest = { pinned_datetime: belowOrAbsent(pinned_datetime) };
  const set = { ...change.set, pinned_datetime };
  await table.update<Client>(update, { ...change, set }, isLatest);
}

/** Unpins a document. Its client keeps its grants. Returns whether it was pinned. */
export async function unpin(table: Table<'update'>, client_id: string): Promise<boolean> {
  const change = { remove: ['pinned_datetime'] };
  const isPinned = { pinned_datetime: isPresent };
  const { done } = await table.update(clientKeys.client(client_id), change, isPinned);
  return done;
}

/** Returns the change that writes what a document says. Its client stays disabled if it was. */
function toChange(document: StoredDocument, now: Date) {
  const { client_id, policy_uri } = document;
  const { created_datetime, ...members } = toClient(document, now);
  const listed = {
    collection: clientKeys.metadataClients(),
    collection_sk: client_id,
  };
  return {
    update: clientKeys.client(client_id),
    change: {
      set: { ...listed, ...members },
      setIfAbsent: { created_datetime },
      remove: policy_uri === undefined ? ['policy_uri'] : [],
    },
  };
}

import { syncShards } from '#functions/connections/connection/sync-state.ts';
import sync from '#functions/connections/sync/consumer.ts';
import receiveWebhook from '#functions/connections/webhook/receive/endpoint.ts';
import type { Unit } from './prices.ts';

/**
 * The bill for a call: the units, and by their ids the functions that run, with the estimated
 * milliseconds of each. An endpoint that counts its requests adds the updates for that.
 */
export type BilledCall = Readonly<Partial<Record<Unit, number>>> &
  Readonly<Record<`${string}/${string}`, number>>;

/**
 * The units of one write of a connection, which has 1 to 2 KB, and of a changed row in the index:
 * the old one is deleted and the new one inserted.
 */
export const [connectionUnits, indexUnits] = [2, 2];

/**
 * The writes of a sync that the schedule starts: the request, that it is started, the lease, the
 * count for the provider, and the end with the next plan.
 */
export function countSyncWrites(ofConnection: number): number {
  return 1 + 2 * (ofConnection + indexUnits) + ofConnection + 1;
}

const syncWrites = countSyncWrites(connectionUnits);

/**
 * The writes that import one workout: the request, the lease, the count, the record and its day
 * with the progress in a transaction, which costs twice, and the end.
 */
const importWrites =
  1 + connectionUnits + 1 + 2 * (1 + 1 + connectionUnits) + connectionUnits;

/** Milliseconds of a sync without news. */
export const syncMs = 600;

/** The user, the policies and our client at the provider. */
const syncReads = 3;

/** Each secret is decrypted by a request to KMS; refreshed tokens are encrypted by one more. */
const syncKeys = sync.stores.encryption.decrypts.length;
const webhookKeys = receiveWebhook.stores.encryption.decrypts.length;

const syncUses = { message: 1, rru: syncReads };

/** The kinds of calls. Units are those of small items; what is larger costs more. */
export const billedCalls: Readonly<Record<string, BilledCall>> = {
  'Read, the token is in the authorizer cache': {
    'main/data-source/list': 10,
    api: 1,
    rru: 1,
  },
  'Read, the authorizer checks the token': {
    'main/data-source/list': 10,
    'auth/authorizer': 10,
    api: 1,
    rru: 2,
  },
  'Create diary entries of one day': { 'diary/entry/create': 10, api: 1, wru: 1 },
  'Create a data source': { 'main/data-source/create': 25, api: 1, wru: 4 },
  'Call a tool of an assistant that reads a day': { 'mcp/message': 30, api: 1, rru: 1 },
  'Get or refresh a token': { 'auth/token': 10, api: 1, rru: 1, wru: 2 },
  'Get a token and an id_token': {
    'auth/token': 15,
    api: 1,
    rru: 2,
    wru: 2,
    signature: 1,
  },
  'Upload an image': { 'main/image/create': 100, api: 1, wru: 5, put: 1 },
  'Fetch an image in a new size': {
    'cdn/image-render': 150,
    wru: 1,
    get: 2,
    put: 1,
    cdn: 1,
  },
  'Fetch an image from the CDN cache': { cdn: 1 },
  'Synchronize a connection without news': {
    'connections/sync': syncMs,
    ...syncUses,
    wru: syncWrites,
    kms: syncKeys,
  },
  'The same, and refresh its tokens': {
    'connections/sync': syncMs * 1.5,
    ...syncUses,
    wru: syncWrites + connectionUnits,
    kms: syncKeys + 1,
  },
  'Import a workout that a webhook reports': {
    'connections/webhook/receive': 30,
    'connections/sync': syncMs,
    api: 1,
    message: 1,
    rru: syncReads + 3,
    wru: importWrites,
    kms: webhookKeys + syncKeys,
  },
  'Store an event in the log of its user': { 'account/stream': 40, rru: 1, wru: 4 },
  'Send an event to a webhook': {
    'account/webhook/deliver': 200,
    rru: 3,
    wru: 2,
    message: 1,
  },
  'Send a mail by Amazon SES': {
    'account/mail': 200,
    rru: 3,
    wru: 2,
    message: 1,
    mail: 1,
  },
};

/** The reads of a run of each schedule that finds nothing to do, by the id of its function. */
export const idleReads: Readonly<Record<string, number>> = {
  // Three queries of each shard, of half a unit.
  'connections/sync/start': (syncShards.length * 3) / 2,
  'account/erasure/erase': 0.5,
  'account/webhook/wake': 0.5,
};

import { syncShards } from '#functions/connections/connection/sync-state.ts';
import sync from '#functions/connections/sync/consumer.ts';
import receiveWebhook from '#functions/connections/webhook/receive/endpoint.ts';
import type { priceList } from './prices.ts';

/** What AWS bills besides invocations and logs. */
export type Unit = keyof typeof priceList.units | 'message';

/** One kind of call, and what AWS bills for it. */
export interface BilledCall {
  name: string;
  /** The functions that run, by their ids, with the estimated milliseconds of each. */
  runs: Readonly<Record<string, number>>;
  /** What else is used. An endpoint that counts its requests adds the updates for that. */
  uses: Readonly<Partial<Record<Unit, number>>>;
}

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
  const planned = ofConnection + indexUnits;
  return 1 + planned + ofConnection + 1 + planned;
}

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

/** The kinds of calls. Units are those of small items; what is larger costs more. */
export const billedCalls: readonly BilledCall[] = [
  {
    name: 'Read, the token is in the authorizer cache',
    runs: { 'main/data-source/list': 10 },
    uses: { api: 1, rru: 1 },
  },
  {
    name: 'Read, the authorizer checks the token',
    runs: { 'main/data-source/list': 10, 'auth/authorizer': 10 },
    uses: { api: 1, rru: 2 },
  },
  {
    name: 'Create diary entries of one day',
    runs: { 'diary/entry/create': 10 },
    uses: { api: 1, wru: 1 },
  },
  {
    name: 'Create a data source',
    runs: { 'main/data-source/create': 25 },
    uses: { api: 1, wru: 4 },
  },
  {
    name: 'Call a tool of an assistant that reads a day',
    runs: { 'mcp/message': 30 },
    uses: { api: 1, rru: 1 },
  },
  {
    name: 'Get or refresh a token',
    runs: { 'auth/token': 10 },
    uses: { api: 1, rru: 1, wru: 2 },
  },
  {
    name: 'Get a token and an id_token',
    runs: { 'auth/token': 15 },
    uses: { api: 1, rru: 2, wru: 2, signature: 1 },
  },
  {
    name: 'Upload an image',
    runs: { 'main/image/create': 100 },
    uses: { api: 1, wru: 2, put: 1 },
  },
  {
    name: 'Fetch an image in a new size',
    runs: { 'cdn/image-render': 150 },
    uses: { wru: 1, get: 2, put: 1, cdn: 1 },
  },
  { name: 'Fetch an image from the CDN cache', runs: {}, uses: { cdn: 1 } },
  {
    name: 'Synchronize a connection without news',
    runs: { 'connections/sync': syncMs },
    uses: {
      rru: syncReads,
      wru: countSyncWrites(connectionUnits),
      message: 1,
      kms: syncKeys,
    },
  },
  {
    name: 'The same, and refresh its tokens',
    runs: { 'connections/sync': syncMs * 1.5 },
    uses: {
      rru: syncReads,
      wru: countSyncWrites(connectionUnits) + connectionUnits,
      message: 1,
      kms: syncKeys + 1,
    },
  },
  {
    name: 'Import a workout that a webhook reports',
    runs: { 'connections/webhook/receive': 30, 'connections/sync': syncMs },
    uses: {
      api: 1,
      rru: syncReads + 3,
      wru: importWrites,
      message: 1,
      kms: webhookKeys + syncKeys,
    },
  },
  {
    name: 'Store an event in the log of its user',
    runs: { 'account/stream': 40 },
    uses: { rru: 1, wru: 4 },
  },
  {
    name: 'Send an event to a webhook',
    runs: { 'account/webhook/deliver': 200 },
    uses: { rru: 7, wru: 4, message: 1 },
  },
  {
    name: 'Send a mail by Amazon SES',
    runs: { 'account/mail': 200 },
    uses: { rru: 3, wru: 2, message: 1, mail: 1 },
  },
];

/** The reads of a run of each schedule that finds nothing to do, by the id of its function. */
export const idleReads: Readonly<Record<string, number>> = {
  // Three queries of each shard, of half a unit.
  'connections/sync/start': (syncShards.length * 3) / 2,
  'account/erasure/erase': 0.5,
  'account/webhook/wake': 0.5,
};

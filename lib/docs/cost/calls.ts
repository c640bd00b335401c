import { dueShards } from '#functions/connections/connection/sync-state.ts';

/**
 * AWS list prices in US dollars in us-east-1, without the free tier, as of November 2026. Source:
 * the pricing page of each service, e.g. aws.amazon.com/ses/pricing. Scheduled rules are free.
 */
export const prices = {
  /** REST API, the first 333 million requests of a month. */
  apiRequest: 3.5e-6,
  /**
   * Per million: $0.27 for an invocation of the stream's function, 20 ms with 256 MB, and $1.20 for
   * three SQS requests. The function sends up to ten messages in a request.
   */
  queueMessage: 1.47e-6,
  /** SES, a mail to one recipient: $0.10 per thousand. Data of attachments is extra. */
  mail: 0.1e-3,
  invocation: 0.2e-6,
  /** Lambda on arm64. */
  gigabyteSecond: 0.0000133334,
  /** DynamoDB on demand. */
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  /** CloudFront over HTTPS in North America and Europe. */
  cdnRequest: 1e-6,
  /** CloudFront Functions. */
  cdnFunction: 0.1e-6,
  /** CloudWatch Logs, ingestion. */
  logGigabyte: 0.5,
} as const;

/** An invocation of a function. The function's definition has its memory. */
export interface InvocationUsage {
  /** The id of the function. */
  id: string;
  billedMs: number;
}

/** The usage of one call of a kind, in the units of docs/benchmarks.md. */
export interface CallUsage {
  name: string;
  apiRequests?: number;
  invocations?: readonly InvocationUsage[];
  readUnits?: number;
  writeUnits?: number;
  s3Puts?: number;
  s3Gets?: number;
  cdnRequests?: number;
  /** Messages that the function of the table's stream sends and a queue delivers. */
  queueMessages?: number;
  mails?: number;
}

/**
 * A warm function with one store call: 1 ms of CPU (docs/benchmarks.md) at the CPU share of 512 MB,
 * which is 0.29 of a core, and the latency of DynamoDB.
 */
const warmMs = 10;

const authorizer = { id: 'auth/authorizer', billedMs: warmMs };

/** The kinds of calls that cause most of the bill. */
export const calls: readonly CallUsage[] = [
  {
    name: 'Read, the token is in the authorizer cache',
    apiRequests: 1,
    invocations: [{ id: 'main/data-source/list', billedMs: warmMs }],
    readUnits: 1,
  },
  {
    name: 'Read, the authorizer checks the token',
    apiRequests: 1,
    invocations: [authorizer, { id: 'main/data-source/list', billedMs: warmMs }],
    readUnits: 2,
  },
  {
    name: 'Create diary entries of one day',
    apiRequests: 1,
    invocations: [{ id: 'diary/entry/create', billedMs: warmMs }],
    writeUnits: 1,
  },
  {
    name: 'Create a data source',
    apiRequests: 1,
    invocations: [{ id: 'main/data-source/create', billedMs: 25 }],
    writeUnits: 5,
  },
  {
    name: 'Get or refresh a token',
    apiRequests: 1,
    invocations: [{ id: 'auth/token', billedMs: warmMs }],
    // A new grant is in the index of the application, too.
    writeUnits: 2,
  },
  {
    name: 'Upload an image',
    apiRequests: 1,
    invocations: [{ id: 'main/image/create', billedMs: 100 }],
    writeUnits: 1,
    s3Puts: 1,
  },
  {
    name: 'Fetch an image in a new size',
    cdnRequests: 1,
    invocations: [{ id: 'cdn/image-render', billedMs: 150 }],
    // The variant that does not exist, then the original.
    s3Gets: 2,
    s3Puts: 1,
    // The count of the image's variants.
    writeUnits: 1,
  },
  {
    name: 'Synchronize a connection without news',
    // Most of this time is spent waiting for the provider.
    invocations: [{ id: 'connections/sync', billedMs: 600 }],
    readUnits: 1,
    // A write of up to 1 KB takes a unit: one for the sync request, and four for the counts of the
    // provider's limits. A connection has more than 1 KB, so a write takes 2, and 2 more if the
    // index changes. The sync plans a retry (4), takes the lease (2), saves the cursor (2), and
    // plans the next sync (4).
    writeUnits: 17,
    queueMessages: 1,
  },
  {
    name: 'Import a workout that a webhook reports',
    apiRequests: 1,
    invocations: [
      { id: 'connections/webhook/receive', billedMs: 30 },
      { id: 'connections/sync', billedMs: 600 },
    ],
    readUnits: 6,
    writeUnits: 14,
    queueMessages: 1,
  },
  {
    name: 'Send a mail',
    // Most of this time is spent waiting for SES.
    invocations: [{ id: 'account/mail', billedMs: 200 }],
    // The request, and the digest of the link's token.
    writeUnits: 2,
    queueMessages: 1,
    mails: 1,
  },
  { name: 'Fetch an image from the CDN cache', cdnRequests: 1 },
  {
    name: 'Run the schedule of syncs when none is due',
    invocations: [{ id: 'connections/sync/start', billedMs: 20 }],
    // Half a unit for each shard of the index.
    readUnits: dueShards.length / 2,
  },
  {
    name: 'Run the schedule of erasures when none is due',
    invocations: [{ id: 'account/erasure/erase', billedMs: warmMs }],
    readUnits: 0.5,
  },
];

import { Readable } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newMeter } from '#shared/runtime/log.ts';
import { getStoreClientOptions } from '#shared/runtime/store-client.ts';
import { connect } from '#shared/table/connection.ts';
import { createTable, type Table } from '#shared/table/table.ts';

type RequestHandler = DynamoDBClient['config']['requestHandler'];

/** Makes an attempt of a request to the table, or not, and returns or fails as it does. */
type AttemptOutcome = (attempt: () => Promise<unknown>) => Promise<unknown>;

const reject = (type: string, date = new Date()) => ({
  statusCode: 400,
  headers: { date: date.toUTCString() },
  body: Readable.from([JSON.stringify({ __type: type, message: type })]),
});

/** Outcomes of an attempt. All others arrive, and their responses too. */
const outcomes = {
  /** DynamoDB carries it out, but the response is lost. */
  lost: async (attempt) => {
    await attempt();
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  },
  /** It does not arrive. */
  unreachable: () =>
    Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
  /** Another transaction holds the item. The SDK does not repeat it, the table does. */
  conflict: async () => reject('TransactionConflictException'),
  /** Our clock is fast. The SDK corrects it and repeats the request. */
  skewed: async () => reject('InvalidSignatureException', new Date(Date.now() - 600_000)),
} satisfies Record<string, AttemptOutcome>;

/** An attempt after whose lost response a concurrent request runs, before it is repeated. */
export const lostBefore =
  (meanwhile: () => Promise<unknown>): AttemptOutcome =>
  async (attempt) => {
    await attempt();
    await meanwhile();
    return outcomes.lost(async () => undefined);
  };

/** Creates a table whose first attempts have these outcomes, one after the other. */
export function createTableOfAttempts(
  first: readonly (keyof typeof outcomes | AttemptOutcome)[],
): Table {
  const connection = connect(newMeter(), { pause: async () => {} });
  const { requestHandler } = connection.client.config;
  const queue = [...first];
  const handle: RequestHandler['handle'] = async (...args) => {
    const attempt = async () => (await requestHandler.handle(...args)).response;
    const next = queue.shift() ?? attempt;
    const outcome: AttemptOutcome = typeof next === 'string' ? outcomes[next] : next;
    return { response: await outcome(attempt) } as Awaited<
      ReturnType<RequestHandler['handle']>
    >;
  };
  const options = { ...getStoreClientOptions('table'), requestHandler: { handle } };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(options));
  return createTable({ ...connection, client });
}

import { Readable } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '../runtime/ids.ts';
import { newMeter } from '../runtime/log.ts';
import { getStoreClientOptions } from '../runtime/store-client.ts';
import { exists, isNew } from './condition.ts';
import { connect } from './connection.ts';
import { createTable, type Table } from './table.ts';

type RequestHandler = DynamoDBClient['config']['requestHandler'];

const reject = (type: string, date = new Date()) => ({
  statusCode: 400,
  headers: { date: date.toUTCString() },
  body: Readable.from([JSON.stringify({ __type: type, message: type })]),
});

/** Outcomes of an attempt. All others arrive, and their responses too. */
const outcomes = {
  /** DynamoDB carries it out, but the response is lost. */
  lost: async (attempt: () => unknown) => {
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
};

/** Creates a table whose first attempts have these outcomes, one after the other. */
function createTableOfOutcomes(names: readonly (keyof typeof outcomes)[]): Table {
  const connection = connect(newMeter(), { pause: async () => {} });
  const { requestHandler } = connection.client.config;
  const queue = [...names];
  const handle: RequestHandler['handle'] = async (...args) => {
    const attempt = () => requestHandler.handle(...args);
    const name = queue.shift();
    if (name === undefined) return attempt();
    return { response: await outcomes[name](attempt) } as Awaited<
      ReturnType<RequestHandler['handle']>
    >;
  };
  const options = { ...getStoreClientOptions('table'), requestHandler: { handle } };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(options));
  return createTable({ ...connection, client });
}

const newKey = () => ({ pk: `DELETED#${newId(new Date())}`, sk: 'DELETED' });

it.each([
  { attempts: ['lost'] },
  { attempts: ['lost', 'conflict'] },
  { attempts: ['conflict', 'lost'] },
  { attempts: ['lost', 'conflict', 'conflict'] },
  { attempts: ['unreachable', 'lost'] },
  { attempts: ['skewed', 'lost', 'conflict'] },
  { attempts: ['conflict'] },
] as const)('a delete has deleted its item after $attempts', async ({ attempts }) => {
  const key = newKey();
  await table().put(key, isNew);
  expect(await createTableOfOutcomes(attempts).delete(key, exists)).toBe(true);
  expect(await table().get(key)).toBeUndefined();
});

it.each([
  { attempts: ['skewed'] },
  { attempts: ['conflict'] },
  { attempts: ['skewed', 'conflict'] },
] as const)(
  'a delete does not find an unknown item after $attempts',
  async ({ attempts }) => {
    expect(await createTableOfOutcomes(attempts).delete(newKey(), exists)).toBe(false);
  },
);

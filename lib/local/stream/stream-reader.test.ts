import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { callDynamoDb } from '../engines/dynamodb-api.ts';
import { buildDynamoDbCommand } from '../engines/engines.ts';
import { type Engine, startProcess } from '../engines/process.ts';
import { ensureTable } from '../engines/tables.ts';
import { type MessageQueues, openMessageQueues } from '../queues/message-queues.ts';
import {
  createStreamReader,
  type DeliverRecords,
  openStreamCursor,
} from './stream-reader.ts';
import { openTableStream, type TableStream } from './table-stream.ts';

const TableName = 'Table';
const keys = Array.from({ length: 230 }, (_, index) => String(index));
const folder = createTemporaryFolder(afterAll);
let engine: Engine;

beforeAll(async () => {
  engine = await startProcess(buildDynamoDbCommand(folder), () => {});
  await ensureTable(engine.endpoint, {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  for (const pk of keys)
    await callDynamoDb(engine.endpoint, 'PutItem', {
      TableName,
      Item: { pk: { S: pk } },
    });
});
afterAll(() => engine.end());

/** A step of the reader, which a process can leave undone. */
type Step = () => void;

/** Sends a message for each record, as the function of the stream does. */
const sendTo =
  (queues: MessageQueues, step: Step): DeliverRecords =>
  async (records) => {
    step();
    const bodies = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    queues.send(bodies.map((body) => ({ queue: 'Queue', body })));
    await queues.flush();
    step();
    return records.length;
  };

/** Reads the stream in a data directory. `step` is called before and after all that is stored. */
async function readStream(directory: string, step: Step): Promise<string[]> {
  const queues = openMessageQueues(directory);
  try {
    const stream = await openTableStream(engine.endpoint, TableName);
    const position = await openStreamCursor(directory, stream.arn);
    const reader = createStreamReader(
      {
        ...stream,
        read: async (...parameters) => {
          step();
          return stream.read(...parameters);
        },
      },
      {
        ...position,
        save: async (...parameters) => {
          step();
          await position.save(...parameters);
          step();
        },
      },
      sendTo(queues, step),
    );
    await reader.drain();
  } finally {
    await queues.close();
  }
  return queues.list('Queue').map(({ body }) => body);
}

/** Counts steps, and throws an error at one of them. */
function endAt(end: number) {
  let count = 0;
  return {
    countSteps: () => count,
    step: () => {
      count += 1;
      if (count === end) throw new Error('The process ended.');
    },
  };
}

it('a process that ends at any point loses no record', async () => {
  const numbers = keys.map((_, index) => String(index + 1));
  const whole = endAt(0);
  const sent = await readStream(createTemporaryFolder(), whole.step);
  expect(sent).toEqual(numbers);

  const total = whole.countSteps();
  expect(total).toBeGreaterThan(10);
  for (let end = 1; end <= total; end += 1) {
    const directory = createTemporaryFolder();
    await expect(readStream(directory, endAt(end).step)).rejects.toThrow('ended');
    const sentAfter = await readStream(directory, () => {});
    expect(new Set(sentAfter), `ended at step ${end}`).toEqual(new Set(numbers));
  }
});

/** Reads the stream once more in the same directory, and returns what is delivered. */
async function readAgain(directory: string, stream: TableStream): Promise<string[]> {
  const delivered: string[] = [];
  const position = await openStreamCursor(directory, stream.arn);
  const reader = createStreamReader(stream, position, async (records) => {
    delivered.push(...records.map(({ dynamodb }) => dynamodb.SequenceNumber));
    return records.length;
  });
  await reader.drain();
  return delivered;
}

it('reads nothing twice, but a stream of a new table from its first record', async () => {
  const directory = createTemporaryFolder();
  const stream = await openTableStream(engine.endpoint, TableName);
  expect(await readAgain(directory, stream)).toHaveLength(keys.length);
  expect(await readAgain(directory, stream)).toEqual([]);
  const other = { ...stream, arn: 'arn of a stream with the same numbers' };
  expect(await readAgain(directory, other)).toHaveLength(keys.length);
});

it('gives each record an id, the same each time and in no other stream', async () => {
  const stream = await openTableStream(engine.endpoint, TableName);
  const [shardId = ''] = await stream.listShards();
  const listIds = async () => {
    const { records } = await stream.read(shardId, undefined);
    return records.map(({ eventID }) => eventID);
  };
  const ids = await listIds();
  expect(new Set(ids).size).toBe(100);
  expect(await listIds()).toEqual(ids);
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
});

/** Reads a stream that is made of pages of sequence numbers, by shard. */
async function readShards(
  shards: Record<string, string[]>,
  closed: readonly string[],
  deliver: DeliverRecords,
) {
  const stream: TableStream = {
    arn: 'arn',
    listShards: async () => Object.keys(shards),
    read: async (shardId, after) => {
      const numbers = shards[shardId] ?? [];
      const unread = numbers.slice(after === undefined ? 0 : numbers.indexOf(after) + 1);
      const records = unread.slice(0, 2).map((SequenceNumber) => ({
        eventID: SequenceNumber,
        eventName: 'INSERT',
        dynamodb: { Keys: {}, SequenceNumber },
      }));
      const isLast = unread.length <= 2 && closed.includes(shardId);
      return { records, isFull: records.length === 2, isLast };
    },
  };
  const position = await openStreamCursor(undefined, stream.arn);
  return createStreamReader(stream, position, deliver);
}

it('reads a shard to its end before those that continue it', async () => {
  const delivered: string[] = [];
  const shards = { first: ['1', '2', '3'], second: ['4'] };
  const reader = await readShards(shards, ['first'], async (records) => {
    delivered.push(...records.map(({ dynamodb }) => dynamodb.SequenceNumber));
    return records.length;
  });
  expect(await reader.drain()).toBe(true);
  Object.assign(shards, { third: ['5'] });
  await reader.drain();
  expect(delivered).toEqual(['1', '2', '3', '4', '5']);
});

it('stops at a record that is not done, and begins with it the next time', async () => {
  const delivered: string[] = [];
  let poisoned = '2';
  const reader = await readShards(
    { first: ['1', '2', '3', '4'] },
    [],
    async (records) => {
      const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
      const index = numbers.indexOf(poisoned);
      const done = index === -1 ? numbers : numbers.slice(0, index);
      delivered.push(...done);
      return done.length;
    },
  );
  expect(await reader.drain()).toBe(false);
  expect(delivered).toEqual(['1']);
  poisoned = 'none';
  expect(await reader.drain()).toBe(true);
  expect(delivered).toEqual(['1', '2', '3', '4']);
});

it('reads one page after the other, also if it is told to read several times at once', async () => {
  const delivered: string[] = [];
  const reader = await readShards({ first: ['1', '2', '3'] }, [], async (records) => {
    delivered.push(...records.map(({ dynamodb }) => dynamodb.SequenceNumber));
    return records.length;
  });
  await Promise.all([reader.drain(), reader.drain()]);
  expect(delivered).toEqual(['1', '2', '3']);
});

it.each([
  { read: 'drain', pages: [['1', '2'], ['3'], ['4'], []] },
  { read: 'poll', pages: [['1', '2'], ['3']] },
] as const)(
  '$read delivers these pages if the delivery writes',
  async ({ read, pages }) => {
    const delivered: string[][] = [];
    const shards = { first: ['1', '2', '3'] };
    const reader = await readShards(shards, [], async (records) => {
      const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
      delivered.push(numbers);
      if (numbers.includes('3')) shards.first.push('4');
      return records.length;
    });
    expect(await reader[read]()).toBe(true);
    expect(delivered).toEqual(pages);
  },
);

it('reads nothing after it is stopped', async () => {
  const reader = await readShards({ first: ['1'] }, [], async () => {
    throw new Error('No record is expected.');
  });
  await reader.stop();
  expect(await reader.drain()).toBe(false);
});

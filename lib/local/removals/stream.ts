import { callDynamoDb } from '../engines/dynamodb-api.ts';

/** How far a stream has been read: for each of its shards the number of the last record. */
export interface StreamPosition {
  /** ARN; a table that was created anew has another. */
  stream: string;
  shards: Readonly<Record<string, string>>;
}

/** A record of a stream, as far as the runner looks at it. */
export interface StreamRecord {
  dynamodb: { SequenceNumber: string };
}

/** Calls in a row for the records of one shard; more of them wait for the next round. */
const mostCalls = 20;

interface Actions {
  DescribeStream: { StreamDescription: { Shards: { ShardId: string }[] } };
  GetShardIterator: { ShardIterator: string };
  GetRecords: { Records: StreamRecord[]; NextShardIterator?: string };
}

/**
 * Reads what a stream has beyond a position, and answers the new position; a stream that was never read is read from its
 * beginning. Throws a sentence where the engine refuses it.
 */
export async function readStream(
  endpoint: string,
  { stream, shards }: StreamPosition,
): Promise<{ records: StreamRecord[]; position: StreamPosition }> {
  async function call<Action extends keyof Actions>(action: Action, input: object) {
    const answer = await callDynamoDb<Actions[Action]>(endpoint, 'streams', action, input);
    if (answer.__type) throw new Error(`DynamoDB refuses ${action}: ${answer.message ?? answer.__type}`);
    return answer as Actions[Action];
  }

  async function readShard(ShardId: string): Promise<StreamRecord[]> {
    const last = shards[ShardId];
    const { ShardIterator } = await call('GetShardIterator', {
      StreamArn: stream,
      ShardId,
      ...(last === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }),
    });
    const found: StreamRecord[] = [];
    let iterator: string | undefined = ShardIterator;
    for (let calls = 0; iterator && calls < mostCalls; calls += 1) {
      const { Records, NextShardIterator }: Actions['GetRecords'] = await call('GetRecords', {
        ShardIterator: iterator,
      });
      found.push(...Records);
      iterator = Records.length > 0 ? NextShardIterator : undefined;
    }
    return found;
  }

  const { Shards } = (await call('DescribeStream', { StreamArn: stream })).StreamDescription;
  const read = await Promise.all(
    Shards.map(async ({ ShardId }) => ({ ShardId, records: await readShard(ShardId) })),
  );
  const moved = read.flatMap(({ ShardId, records }) => {
    const last = records.at(-1)?.dynamodb.SequenceNumber ?? shards[ShardId];
    return last === undefined ? [] : [[ShardId, last] as const];
  });
  return {
    records: read.flatMap(({ records }) => records),
    position: { stream, shards: Object.fromEntries(moved) },
  };
}

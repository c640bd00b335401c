import { createHash } from 'node:crypto';
import { callDynamoDb } from '../engines/dynamodb-api.ts';

/** A record of a table's stream, with the members of it that the runner reads. */
export interface StreamRecord {
  /** The same if the record is read again. No record of any stream has the same. */
  eventID: string;
  eventName: string;
  dynamodb: {
    Keys: object;
    SequenceNumber: string;
    ApproximateCreationDateTime?: number;
  };
}

/** Records of a shard, in their order. */
export interface RecordPage {
  records: readonly StreamRecord[];
  /** Whether the shard may have further records already. */
  isFull: boolean;
  /** Whether the shard will have no further records. */
  isLast: boolean;
}

/** The stream of a table, in the API of DynamoDB Streams. Each method throws if a call fails. */
export interface TableStream {
  /** The ARN in the engine. A table that is created again has a stream with another ARN. */
  arn: string;
  /** Lists the ids of the shards, a shard before those that continue it. */
  listShards(): Promise<string[]>;
  /** Reads the first records of a shard after a sequence number, or its oldest ones. */
  read(shardId: string, after: string | undefined): Promise<RecordPage>;
}

/** A record has up to two items of 400 KB. */
const maxRecords = 100;

interface Shard {
  ShardId: string;
}

interface ShardsOutput {
  StreamDescription: { Shards: Shard[]; LastEvaluatedShardId?: string };
}

interface ShardPosition {
  ShardIterator: string;
}

interface RecordsOutput {
  Records: StreamRecord[];
  NextShardIterator?: string;
}

/** Opens the stream of a table. Throws if the table has none. */
export async function openTableStream(
  endpoint: string,
  TableName: string,
): Promise<TableStream> {
  async function call<Output>(action: string, input: object): Promise<Output> {
    const output = await callDynamoDb<Output>(endpoint, action, input);
    if (output.__type !== undefined)
      throw new Error(`DynamoDB refuses ${action}: ${output.message ?? output.__type}`);
    return output as Output;
  }

  const { Table } = await call<{ Table: { LatestStreamArn?: string } }>('DescribeTable', {
    TableName,
  });
  const { LatestStreamArn: StreamArn } = Table;
  if (StreamArn === undefined)
    throw new Error(
      `The table ${TableName} has no stream. Create it with a stream of new and old images, or ` +
        'let the service create it in another database.',
    );

  async function getIterator(ShardId: string, after: string | undefined) {
    const position =
      after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const input = { StreamArn, ShardId, ...position };
    const { ShardIterator } = await call<ShardPosition>('GetShardIterator', input);
    return ShardIterator;
  }

  /** The iterators that continue the last read of each shard. They save every second call. */
  const iterators = new Map<string, ShardPosition & { after: string | undefined }>();

  return {
    arn: StreamArn,

    listShards: async () => {
      const ids: string[] = [];
      let ExclusiveStartShardId: string | undefined;
      do {
        const input = { StreamArn, ExclusiveStartShardId };
        const { StreamDescription } = await call<ShardsOutput>('DescribeStream', input);
        ids.push(...StreamDescription.Shards.map(({ ShardId }) => ShardId));
        ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
      } while (ExclusiveStartShardId !== undefined);
      // The ids begin with the time at which the shards were created.
      return ids.sort();
    },

    read: async (ShardId, after) => {
      const next = iterators.get(ShardId);
      // If this call fails, e.g. because its iterator has expired, the next one gets a new one.
      iterators.delete(ShardId);
      const continues = next !== undefined && next.after === after;
      const ShardIterator = continues
        ? next.ShardIterator
        : await getIterator(ShardId, after);
      const input = { ShardIterator, Limit: maxRecords };
      const { Records, NextShardIterator } = await call<RecordsOutput>(
        'GetRecords',
        input,
      );
      const last = Records.at(-1)?.dynamodb.SequenceNumber ?? after;
      if (NextShardIterator !== undefined)
        iterators.set(ShardId, { after: last, ShardIterator: NextShardIterator });
      const records = Records.map((record) => withUniqueId(StreamArn, record));
      const isFull = records.length === maxRecords;
      return { records, isFull, isLast: NextShardIterator === undefined };
    },
  };
}

/**
 * Replaces the id of a record. That of the engine is another one when it lists the attributes of
 * the key in another order, which differs from read to read.
 */
function withUniqueId(streamArn: string, record: StreamRecord): StreamRecord {
  const { SequenceNumber, ApproximateCreationDateTime } = record.dynamodb;
  const facts = [streamArn, SequenceNumber, ApproximateCreationDateTime];
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return { ...record, eventID: digest.slice(0, 32) };
}

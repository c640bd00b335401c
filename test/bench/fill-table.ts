import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Key } from '#shared/table/keys.ts';

const batchSize = 25;
const concurrency = 16;

/** Writes many items, in batches of the size that DynamoDB allows. */
export async function fillTable(
  count: number,
  toItem: (index: number) => Key,
): Promise<void> {
  const client = new DynamoDBClient({});
  const tableName = process.env.TABLE_NAME ?? '';
  let started = 0;

  const writeBatches = async () => {
    while (started < count) {
      const start = started;
      started += batchSize;
      const length = Math.min(batchSize, count - start);
      const puts = Array.from({ length }, (_, i) => ({
        PutRequest: { Item: marshall(toItem(start + i)) },
      }));
      const request = { RequestItems: { [tableName]: puts } };
      await client.send(new BatchWriteItemCommand(request));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writeBatches));
}

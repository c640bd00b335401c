import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newMeter } from '#shared/runtime/log.ts';
import { connect } from '#shared/table/connection.ts';
import type { Key } from '#shared/table/keys.ts';

/** The most items that DynamoDB writes in one call. */
const batchSize = 25;

/** Writes new items without conditions, in few calls. Throws unless all were written. */
export async function putItems<Item extends Key>(items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize)
    await putBatch(items.slice(start, start + batchSize));
}

async function putBatch(items: readonly Key[]): Promise<void> {
  const { client, base } = connect(newMeter());
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  const command = new BatchWriteCommand({
    RequestItems: { [base.TableName]: requests },
  });
  const { UnprocessedItems = {} } = await client.send(command);
  if (Object.keys(UnprocessedItems).length > 0)
    throw new Error('DynamoDB did not write all items of a batch.');
}

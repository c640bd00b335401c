import { runRepeatedly } from '../host/run-repeatedly.ts';
import type { ExpiringTable } from '../template/storage.ts';
import { callDynamoDb, type DynamoDbResponse } from './dynamodb-api.ts';

type Item = Record<string, object>;

interface ScanPage {
  Items: Item[];
  LastEvaluatedKey: Item;
}

const expiryCondition = '#ttl < :now';

/** Lists the keys of expired items, one page at a time. */
async function* listExpiredKeys(
  endpoint: string,
  { TableName, keyNames }: ExpiringTable,
  conditionParts: { ExpressionAttributeNames: object; ExpressionAttributeValues: object },
): AsyncGenerator<Item[]> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const page: DynamoDbResponse<ScanPage> = await callDynamoDb(endpoint, 'Scan', {
      ...conditionParts,
      TableName,
      FilterExpression: expiryCondition,
      ProjectionExpression: keyNames.join(),
      ExclusiveStartKey,
    });
    if (page.__type !== undefined) throw new Error(page.message);
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/**
 * Deletes the items of a table whose time to live has passed, as DynamoDB does in AWS. `now` is in
 * milliseconds since 1970. Keeps an item whose time to live is extended meanwhile.
 */
export async function expireItems(
  endpoint: string,
  table: ExpiringTable,
  now: number,
): Promise<void> {
  const { TableName, timeToLiveAttribute } = table;
  const conditionParts = {
    ExpressionAttributeNames: { '#ttl': timeToLiveAttribute },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
  };
  for await (const keys of listExpiredKeys(endpoint, table, conditionParts)) {
    for (const Key of keys) {
      const deletion = { TableName, Key, ConditionExpression: expiryCondition };
      await callDynamoDb(endpoint, 'DeleteItem', { ...deletion, ...conditionParts });
    }
  }
}

const intervalMs = 60 * 60 * 1000;

/** Deletes expired items now and every hour, until `disposables` is disposed of. */
export function startItemExpiration(
  endpoint: string,
  tables: readonly ExpiringTable[],
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
): void {
  const run = async () => {
    for (const table of tables) await expireItems(endpoint, table, Date.now());
  };
  const onFailure = (error: unknown) =>
    warn(`Expired items could not be deleted: ${String(error)}`);
  runRepeatedly({ run, intervalMs, onFailure }, disposables);
}

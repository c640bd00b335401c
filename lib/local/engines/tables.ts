import { runRepeatedly } from '../host/timers.ts';
import type { ExpiringTable, TableDefinition } from '../template/resources.ts';
import { callDynamoDb, type DynamoDbResponse } from './dynamodb-api.ts';

/** The members of DescribeTable that the runner uses. */
type TableDescription = Pick<TableDefinition, 'KeySchema' | 'GlobalSecondaryIndexes'> & {
  TableStatus: string;
};

type TableResponse = DynamoDbResponse<{ Table: TableDescription }>;

/** Describes a list of keys in one string, regardless of their order. */
function describeKeySchema(keys: TableDefinition['KeySchema']): string {
  const descriptions = keys.map(
    ({ KeyType, AttributeName }) => `${KeyType}:${AttributeName}`,
  );
  return descriptions.sort().join();
}

/** Describes the keys of a table and its indexes in one string, regardless of their order. */
function describeKeys({
  KeySchema,
  GlobalSecondaryIndexes = [],
}: Omit<TableDescription, 'TableStatus'>): string {
  const indexes = GlobalSecondaryIndexes.map(
    (index) => `${index.IndexName}(${describeKeySchema(index.KeySchema)})`,
  );
  return [describeKeySchema(KeySchema), ...indexes.sort()].join(' ');
}

/** Creates the table unless it exists. Throws if the engine reports any other error. */
async function createTable(endpoint: string, table: TableDefinition): Promise<void> {
  const response: TableResponse = await callDynamoDb(endpoint, 'CreateTable', table);
  const isCreated =
    !response.__type || response.__type.endsWith('ResourceInUseException');
  if (!isCreated)
    throw new Error(
      `DynamoDB does not create the table ${table.TableName}: ${response.message}`,
    );
}

/** Waits until the table is no longer being created, and returns its description. */
async function waitForTable(
  endpoint: string,
  TableName: string,
): Promise<TableDescription | undefined> {
  let response: TableResponse;
  do response = await callDynamoDb(endpoint, 'DescribeTable', { TableName });
  while (response.Table?.TableStatus === 'CREATING');
  return response.Table;
}

/** Creates a table unless it exists with the same keys. Throws if it exists with other keys. */
export async function ensureTable(
  endpoint: string,
  table: TableDefinition,
): Promise<void> {
  const { TableName } = table;
  await createTable(endpoint, table);

  const existing = await waitForTable(endpoint, TableName);
  const hasSameKeys = existing && describeKeys(existing) === describeKeys(table);
  if (!hasSameKeys)
    throw new Error(
      `The table ${TableName} in the data directory has other keys than the template. ` +
        'Use another directory, or remove this one.',
    );
}

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

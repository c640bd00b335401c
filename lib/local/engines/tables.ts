import type { TableDefinition } from '../template/storage.ts';
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

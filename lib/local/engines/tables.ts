import type { TableDefinition } from '../template/storage.ts';
import { callDynamoDb } from './dynamodb-api.ts';

/** What DescribeTable says, as far as it is of use. */
type TableDescription = Pick<TableDefinition, 'KeySchema' | 'GlobalSecondaryIndexes'> & {
  TableStatus: string;
};

const call = (endpoint: string, action: string, input: object) =>
  callDynamoDb<{ Table: TableDescription }>(endpoint, action, input);

/** The keys of a table and its indexes in one line, whatever order they came in. */
function describeKeys({
  KeySchema,
  GlobalSecondaryIndexes = [],
}: Omit<TableDescription, 'TableStatus'>): string {
  const schema = (keys: TableDefinition['KeySchema']) =>
    keys.map((key) => `${key.KeyType}:${key.AttributeName}`).sort();
  const indexes = GlobalSecondaryIndexes.map((index) =>
    [index.IndexName, ...schema(index.KeySchema)].join(),
  );
  return [...schema(KeySchema), ...indexes.sort()].join(' ');
}

/**
 * Creates a table unless it exists, and waits until it can be used.
 * Throws a sentence where it exists with other keys, where the engine refuses it, and where there is no engine.
 */
export async function ensureTable(endpoint: string, table: TableDefinition): Promise<void> {
  const { TableName } = table;
  const created = await call(endpoint, 'CreateTable', table);
  if (created.__type && !created.__type.endsWith('ResourceInUseException'))
    throw new Error(`DynamoDB does not create the table ${TableName}: ${created.message}`);
  let found = await call(endpoint, 'DescribeTable', { TableName });
  while (found.Table?.TableStatus === 'CREATING')
    found = await call(endpoint, 'DescribeTable', { TableName });
  if (!found.Table || describeKeys(found.Table) !== describeKeys(table))
    throw new Error(
      `The table ${TableName} in the data directory has other keys than the template. Use another directory, or remove this one.`,
    );
}

import type { TableDefinition } from '../template/storage.ts';
import { callDynamoDb } from './dynamodb-api.ts';

/** What DescribeTable says, as far as it is of use. */
type TableDescription = Pick<TableDefinition, 'KeySchema' | 'GlobalSecondaryIndexes'> & {
  TableStatus: string;
  LatestStreamArn?: string;
};

const call = (endpoint: string, action: string, input: object) =>
  callDynamoDb<{ Table: TableDescription }>(endpoint, 'table', action, input);

/** The keys of a table and its indexes in one line, whatever order they came in. */
function keysOf({ KeySchema, GlobalSecondaryIndexes = [] }: Omit<TableDescription, 'TableStatus'>): string {
  const schema = (keys: TableDefinition['KeySchema']) =>
    keys.map((key) => `${key.KeyType}:${key.AttributeName}`).sort();
  const indexes = GlobalSecondaryIndexes.map((index) => [index.IndexName, ...schema(index.KeySchema)].join());
  return [...schema(KeySchema), ...indexes.sort()].join(' ');
}

/**
 * Creates a table unless it exists, waits until it can be used, and answers the ARN of its stream; undefined where the
 * definition has none, or the engine knows no streams.
 * Throws a sentence where it exists with other keys, where the engine refuses it, and where there is no engine.
 */
export async function ensureTable(endpoint: string, table: TableDefinition): Promise<string | undefined> {
  const { TableName } = table;
  const created = await call(endpoint, 'CreateTable', table);
  if (created.__type && !created.__type.endsWith('ResourceInUseException'))
    throw new Error(`DynamoDB does not create the table ${TableName}: ${created.message}`);
  let found = await call(endpoint, 'DescribeTable', { TableName });
  while (found.Table?.TableStatus === 'CREATING')
    found = await call(endpoint, 'DescribeTable', { TableName });
  if (!found.Table || keysOf(found.Table) !== keysOf(table))
    throw new Error(
      `The table ${TableName} in the data directory has other keys than the template. Use another directory, or remove this one.`,
    );
  return table.StreamSpecification && (found.Table.LatestStreamArn ?? enableStream(endpoint, table));
}

/** Gives a stream to a table that was created before its definition had one. */
async function enableStream(
  endpoint: string,
  { TableName, StreamSpecification }: TableDefinition,
): Promise<string | undefined> {
  await call(endpoint, 'UpdateTable', { TableName, StreamSpecification });
  return (await call(endpoint, 'DescribeTable', { TableName })).Table?.LatestStreamArn;
}

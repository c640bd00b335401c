import { credentials, region } from '../account.ts';
import type { TableDefinition } from '../template/storage.ts';

/** What DescribeTable says, as far as it is compared. */
type TableDescription = Pick<TableDefinition, 'KeySchema' | 'GlobalSecondaryIndexes'> & {
  TableStatus: string;
};

type Answer = { Table?: TableDescription; __type?: string; message?: string };

/** Calls an action of the DynamoDB API; local engines want a signature, and do not check it. */
async function call(endpoint: string, action: string, input: object): Promise<Answer> {
  const scope = `${credentials.AWS_ACCESS_KEY_ID}/20000101/${region}/dynamodb/aws4_request`;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': `DynamoDB_20120810.${action}`,
        'X-Amz-Date': '20000101T000000Z',
        Authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(input),
    });
    return (await response.json()) as Answer;
  } catch {
    throw new Error(`No DynamoDB answers at ${endpoint}.`);
  }
}

/** The keys of a table and its indexes in one line, whatever order they came in. */
function keysOf({ KeySchema, GlobalSecondaryIndexes = [] }: Omit<TableDescription, 'TableStatus'>): string {
  const schema = (keys: TableDefinition['KeySchema']) =>
    keys.map((key) => `${key.KeyType}:${key.AttributeName}`).sort();
  const indexes = GlobalSecondaryIndexes.map((index) => [index.IndexName, ...schema(index.KeySchema)].join());
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
  if (!found.Table || keysOf(found.Table) !== keysOf(table))
    throw new Error(
      `The table ${TableName} in the data directory has other keys than the template. Use another directory, or remove this one.`,
    );
}

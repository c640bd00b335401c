// One read with the AWS SDK as its users write it, and nothing else.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler({ key }: { key: Record<string, string> }) {
  const TableName = process.env.TABLE_NAME;
  const request = { TableName, Key: key, ConsistentRead: true };
  const { Item } = await dynamodb.send(new GetCommand(request));
  // The log line from which the benchmark reads the number of store calls.
  process.stdout.write('{"store_calls":1}');
  return { statusCode: 200, body: JSON.stringify(Item) };
}

import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, inject, it } from 'vitest';

const get = new GetItemCommand({
  TableName: inject('service').environment.TABLE_NAME,
  Key: { pk: { S: 'a' }, sk: { S: 'b' } },
});

// The reason for `makeFastToCopy`.
it('the SDK copies its configuration for each call', async () => {
  const client = new DynamoDBClient({});
  let copies = 0;
  const countCopy = () => {
    copies += 1;
  };
  Object.defineProperty(client.config, 'probe', { enumerable: true, get: countCopy });
  for (const sent of [1, 2]) {
    copies = 0;
    await client.send(get);
    expect(copies, `call ${sent}`).toBeGreaterThan(1);
  }
});

import { setFlagsFromString } from 'node:v8';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { makeFastToCopy } from './connection.ts';

setFlagsFromString('--allow-natives-syntax');
/** Returns whether V8 keeps the members of an object in an array. */
const hasFastMembers = new Function('object', 'return %HasFastProperties(object)');
setFlagsFromString('--no-allow-natives-syntax');

it.each([
  ['is slow to copy by itself', (_: object) => {}, false],
  ['is fast to copy after it was a prototype', makeFastToCopy, true],
])('the configuration of the SDK %s', async (_, prepare, isFast) => {
  const client = new DynamoDBClient({});
  prepare(client.config);
  const get = {
    TableName: process.env.TABLE_NAME,
    Key: { pk: { S: 'a' }, sk: { S: 'b' } },
  };
  for (let i = 0; i < 5; i++) await client.send(new GetItemCommand(get));
  expect(hasFastMembers(client.config)).toBe(isFast);
});

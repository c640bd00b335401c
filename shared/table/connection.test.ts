import { setFlagsFromString } from 'node:v8';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { newMeter } from '../runtime/log.ts';
import { connect, makeFastToCopy } from './connection.ts';

setFlagsFromString('--allow-natives-syntax');
/** Returns whether V8 keeps the members of an object in an array. */
const hasFastMembers = new Function('object', 'return %HasFastProperties(object)');
setFlagsFromString('--no-allow-natives-syntax');

const get = new GetItemCommand({
  TableName: process.env.TABLE_NAME,
  Key: { pk: { S: 'a' }, sk: { S: 'b' } },
});

it.each([
  ['is slow to copy by itself', (_: object) => {}, false],
  ['is fast to copy after it was a prototype', makeFastToCopy, true],
])('the configuration of the SDK %s', async (_, prepare, isFast) => {
  const client = new DynamoDBClient({});
  prepare(client.config);
  for (let i = 0; i < 5; i++) await client.send(get);
  expect(hasFastMembers(client.config)).toBe(isFast);
});

it('the configuration of the client of the table is fast to copy', async () => {
  const { client } = connect(newMeter());
  for (let i = 0; i < 5; i++) await client.send(get);
  expect(hasFastMembers(client.config)).toBe(true);
});

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

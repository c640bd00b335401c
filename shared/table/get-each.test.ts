import type { BatchGetCommand, BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { putItems } from '#kit/put-items.ts';
import { replaceSend } from '#kit/store-faults.ts';
import { newId } from '../runtime/ids.ts';
import { newMeter } from '../runtime/log.ts';
import { connect, maxTries } from './connection.ts';
import { createTable, openTable } from './table.ts';

function newKeys(count: number) {
  const pk = `TEST#${newId(new Date())}`;
  return Array.from({ length: count }, (_, index) => ({ pk, sk: `ITEM#${index}` }));
}

it('reads items in the order of their keys, even if a key is repeated or has no item', async () => {
  const keys = newKeys(3);
  await putItems(keys);
  const [first, second, third] = keys;
  const [missing] = newKeys(1);
  const tooLong = { pk: 'x'.repeat(2049), sk: 'x' };
  const noText = { pk: 'x', sk: '\ud800' };
  const asked = [third, missing, first, third, tooLong, second, noText].flatMap(
    (key) => key ?? [],
  );
  const meter = newMeter();
  const items = await openTable(meter).getEach(asked);
  expect(items).toMatchObject([
    third,
    undefined,
    first,
    third,
    undefined,
    second,
    undefined,
  ]);
  expect(meter.readings().store_calls).toBe(1);
});

it.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
])('%i items take %i calls', async (count, calls) => {
  const keys = newKeys(count);
  await putItems(keys);
  const meter = newMeter();
  expect(await openTable(meter).getEach(keys)).toMatchObject(keys);
  expect(meter.readings()).toMatchObject({ store_calls: calls, read_units: count });
});

it('reads more than the 16 MB of one response in one call', async () => {
  const text = 'x'.repeat(390_000);
  const items = newKeys(45).map((key) => ({ ...key, text }));
  await putItems(items);
  const meter = newMeter();
  const read = await openTable(meter).getEach(items);
  expect(read.map((item) => item !== undefined)).toEqual(items.map(() => true));
  expect(meter.readings().store_calls).toBe(1);
});

/** Opens a table whose responses leave all keys unread but the first ones. */
function openThrottledTable(readAtOnce: number) {
  const meter = newMeter();
  let tries = 0;
  const connection = connect(meter, { pause: async () => {} });
  const { TableName } = connection.base;
  const send = async (command: BatchGetCommand): Promise<BatchGetCommandOutput> => {
    tries += 1;
    const { Keys = [] } = command.input.RequestItems?.[TableName] ?? {};
    const left = Keys.slice(readAtOnce);
    const $metadata = {};
    const Responses = { [TableName]: Keys.slice(0, readAtOnce) };
    const UnprocessedKeys = left.length > 0 ? { [TableName]: { Keys: left } } : {};
    return { $metadata, Responses, UnprocessedKeys };
  };
  const client = replaceSend(connection.client, send);
  const throttled = createTable({ ...connection, client });
  return { table: throttled, meter, countTries: () => tries };
}

it('reads what DynamoDB has left unread by the next tries of the same call', async () => {
  const throttled = openThrottledTable(3);
  const keys = newKeys(3 * maxTries);
  expect(await throttled.table.getEach(keys)).toEqual(keys);
  expect(throttled.countTries()).toBe(maxTries);
  expect(throttled.meter.readings().store_calls).toBe(1);
});

it('throws if DynamoDB leaves items unread at each try, so that none seems to be missing', async () => {
  const throttled = openThrottledTable(3);
  const keys = newKeys(3 * maxTries + 1);
  await expect(throttled.table.getEach(keys)).rejects.toMatchObject({
    code: 'unavailable',
    cause: 'unprocessed_keys',
  });
  expect(throttled.countTries()).toBe(maxTries);
});

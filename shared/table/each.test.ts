import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import {
  createFaultyTable,
  isRepaired,
  meetFault,
  type TransactionFault,
  transactionFaults,
} from '#kit/store-faults.ts';
import { newId } from '../runtime/ids.ts';
import { newMeter } from '../runtime/log.ts';
import { exists } from './condition.ts';
import { deleteEach } from './each.ts';
import type { Key } from './keys.ts';
import { openTable } from './table.ts';

async function newItems(count: number): Promise<Key[]> {
  const pk = `TEST#${newId(new Date())}`;
  const keys = Array.from({ length: count }, (_, index) => ({ pk, sk: `ITEM#${index}` }));
  await putItems(keys);
  return keys;
}

it.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
  [250, 3],
])('%i changes take %i calls', async (count, calls) => {
  const keys = await newItems(count);
  const meter = newMeter();
  await deleteEach(openTable(meter), keys);
  expect(meter.readings().store_calls).toBe(calls);
  if (keys[0]) expect(await table().query({ pk: keys[0].pk })).toEqual([]);
});

it('leaves out changes whose condition fails, by one more call for their transaction', async () => {
  const keys = await newItems(150);
  for (const key of [keys[3], keys[99]] as [Key, Key]) await table().delete(key, exists);
  const meter = newMeter();
  await deleteEach(openTable(meter), keys);
  expect(meter.readings().store_calls).toBe(3);
  expect(await table().query({ pk: keys[0]?.pk ?? '' })).toEqual([]);
});

it('makes no change again if all conditions fail', async () => {
  const keys = await newItems(2);
  await deleteEach(table(), keys);
  const meter = newMeter();
  await deleteEach(openTable(meter), keys);
  expect(meter.readings().store_calls).toBe(1);
});

const faultsOfTransactions = transactionFaults.flatMap((fault) =>
  [1, 2].map((transaction) => ({ ...fault, transaction })),
);

/** Returns how many of 102 items are left after a fault, and after how many calls. */
function getOutcome(fault: TransactionFault & { transaction: number }) {
  if (isRepaired(fault)) return { left: 0, calls: 2 };
  if (fault.cause === 'condition') return { left: 1, calls: 3 };
  return fault.transaction === 1 ? { left: 102, calls: 1 } : { left: 2, calls: 2 };
}

it.each(faultsOfTransactions)(
  'meets $cause at the $tries try of transaction $transaction, and keeps what is done',
  async (fault) => {
    const keys = await newItems(102);
    const meter = newMeter();
    const faulty = createFaultyTable({ ...fault, change: 1 }, { meter });
    await meetFault(fault, deleteEach(faulty, keys));
    const left = await table().query({ pk: keys[0]?.pk ?? '' });
    const calls = meter.readings().store_calls;
    expect({ left: left.length, calls }).toEqual(getOutcome(fault));
  },
);

it('writes a single change plainly, at half the price of a transaction', async () => {
  const meter = newMeter();
  await deleteEach(openTable(meter), await newItems(1));
  const single = meter.readings().write_units;
  await deleteEach(openTable(meter), await newItems(2));
  expect(meter.readings().write_units).toBe(single + 4 * single);
});

import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '../runtime/ids.ts';
import { isNew, unchangedSince } from './condition.ts';
import { createExpressionBuilder, maxExpressionBytes } from './expression.ts';
import { applyChange, toGuardedWrite } from './guarded-write.ts';
import type { Key } from './keys.ts';
import { createWriteId } from './writes.ts';

type Item = Key & Record<string, unknown>;

const names = Array.from({ length: 1000 }, (_, index) => `batch${index}`);

/** Creates an item of 1,000 maps, of which a change sets a member each, and removes every tenth. */
async function arrange() {
  const key = { pk: `TEST#${newId(new Date())}`, sk: 'ITEM' };
  const maps = names.map((name) => [name, { 0: { number: 1 }, kept: true }]);
  await table().put({ ...key, ...Object.fromEntries(maps) }, isNew);
  const item = await table().get<Item>(key);
  if (!item) throw new Error('The item was written.');
  const toWrite = (count: number) => {
    const changed = names.slice(0, count);
    const isDeleted = (_: string, index: number) => index % 10 === 9;
    const removed = changed.filter(isDeleted);
    const set = changed.filter((name) => !removed.includes(name));
    const change = {
      set: Object.fromEntries(set.map((name) => [`${name}.0`, { number: 2 }])),
      remove: removed.map((name) => `${name}.0`),
    };
    const condition = unchangedSince(item);
    return { change, write: toGuardedWrite(key, { change, condition, item }) };
  };
  const read = async () => {
    const { write_id, ...others } = { ...(await table().get<Item>(key)) };
    return { write_id, others };
  };
  return { item, toWrite, read };
}

/** Returns the length of the expression that a write has, with the id of the write. */
function getExpressionLength(write: ReturnType<typeof toGuardedWrite>): number {
  if ('put' in write) return 0;
  const { set } = write.change;
  const change = { ...write.change, set: { ...set, write_id: createWriteId() } };
  return createExpressionBuilder().update(change).length;
}

it('A change of any number of paths has an expression of at most 4 KB, or none', async () => {
  const { toWrite } = await arrange();
  const counts = [...names.slice(0, 300).keys(), names.length];
  const lengths = counts.map((count) => getExpressionLength(toWrite(count).write));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(maxExpressionBytes);
  // No put comes before the expressions are nearly as long, and no update after it.
  const firstPut = lengths.indexOf(0, 1);
  expect(lengths[firstPut - 1]).toBeGreaterThan(maxExpressionBytes - 50);
  expect(Math.max(...lengths.slice(firstPut))).toBe(0);
});

it.each([
  { kind: 'update', count: 1 },
  { kind: 'update', count: 190 },
  { kind: 'put', count: 215 },
  { kind: 'put', count: 1000 },
])(
  'A change of $count paths is made by one $kind, which is guarded',
  async ({ kind, count }) => {
    const { item, toWrite, read } = await arrange();
    const { change, write } = toWrite(count);
    expect(kind in write).toBe(true);
    expect(await table().transact([write])).toEqual({ done: true });
    const { write_id: _, ...expected } = applyChange(item, change);
    const stored = await read();
    expect(stored.others).toEqual(expected);
    expect(stored.write_id).toMatch(/^[\w-]{12}$/);
    expect(stored.write_id).not.toBe(item.write_id);

    const late = await table().transact([write]);
    expect(late).toMatchObject({ done: false, failures: [{ cause: 'condition' }] });
    expect(await read()).toEqual(stored);
  },
);

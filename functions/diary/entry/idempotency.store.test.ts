import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { claim } from './idempotency.store.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const after = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
const newCaller = () => ({ user_id: newId(noon), client_id: 'app' });

it('keeps a key for 7 days by the clock, however late the store deletes it (Y4)', async () => {
  const caller = newCaller();
  const first = await claim(table(), caller, 'key', [1], noon);
  expect(await claim(table(), caller, 'key', [1], after(24))).toBe(first);
  expect(await claim(table(), caller, 'key', [1], after(7 * 24 - 1))).toBe(first);
  expect(await claim(table(), caller, 'key', [2], after(7 * 24 - 1))).toBeUndefined();
  const second = await claim(table(), caller, 'key', [2], after(7 * 24 + 1));
  expect(second).toMatch(/^[0-9a-z]{36}$/);
  expect(second).not.toBe(first);
  expect(await claim(table(), caller, 'key', [2], after(8 * 24))).toBe(second);
});

it('knows entries by their members, in whatever order these are', async () => {
  const caller = newCaller();
  const entries = [{ date: 'x', energy: { unit: 'calories', value: 1 } }];
  const reordered = [{ energy: { value: 1, unit: 'calories' }, date: 'x' }];
  const first = await claim(table(), caller, 'key', entries, noon);
  expect(await claim(table(), caller, 'key', reordered, noon)).toBe(first);
  expect(await claim(table(), caller, 'key', [...entries, ...entries], noon)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { newId } from '#shared/runtime/ids.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const getTimeAfter = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
/** Claims a key and returns its id. */
async function claim(...request: Parameters<typeof idempotency.claimId>) {
  return (await idempotency.claimId(...request))?.id;
}

const newKey = () => ({
  user_id: newId(noon),
  client_id: 'app',
  resource: 'diary',
  key: 'key',
});

it('keeps a key for exactly 7 days, even if the store deletes it later', async () => {
  const key = newKey();
  const first = await claim(table(), key, [1], noon);
  expect(await claim(table(), key, [1], getTimeAfter(24))).toBe(first);
  expect(await claim(table(), key, [1], getTimeAfter(7 * 24 - 1))).toBe(first);
  expect(await claim(table(), key, [2], getTimeAfter(7 * 24 - 1))).toBeUndefined();
  const second = await claim(table(), key, [2], getTimeAfter(7 * 24 + 1));
  expect(second).toMatch(/^[0-9a-z]{36}$/);
  expect(second).not.toBe(first);
  expect(await claim(table(), key, [2], getTimeAfter(8 * 24))).toBe(second);
});

it('compares entries by their members, in any order', async () => {
  const key = newKey();
  const entries = [{ date: 'x', energy: { unit: 'calories', value: 1 } }];
  const reordered = [{ energy: { value: 1, unit: 'calories' }, date: 'x' }];
  const first = await claim(table(), key, entries, noon);
  expect(await claim(table(), key, reordered, noon)).toBe(first);
  expect(await claim(table(), key, [...entries, ...entries], noon)).toBeUndefined();
});

it('keeps the keys of each client and each resource apart', async () => {
  const key = newKey();
  const others = [
    { ...key, client_id: 'other' },
    { ...key, resource: 'image' },
    { ...key, resource: 'data_source' },
    { ...key, resource: 'data_source', client_id: 'other' },
    { ...key, key: `image ${key.key}` },
  ];
  expect(await idempotency.claimId(table(), key, [1], noon)).toMatchObject({
    isRepeated: false,
  });
  for (const other of others) {
    const claimed = await idempotency.claimId(table(), other, [2], noon);
    expect(claimed).toMatchObject({ isRepeated: false });
  }
  expect(await idempotency.claimId(table(), key, [1], noon)).toMatchObject({
    isRepeated: true,
  });
});

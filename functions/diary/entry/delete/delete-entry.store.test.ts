import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { createTableOfAttempts, lostBefore } from '#kit/table-attempts.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as dayItems from '../day-item.store.ts';
import { buildBatch, type EntryAddress, parseEntryId } from '../day-item.ts';
import { deleteFromDiary } from './delete-entry.store.ts';

const food = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Lunch',
  servings: 1,
  nutritional_contents: {},
} as const;

/** Stores a food entry. Returns its diary, its address, and a function that stores others like it. */
async function arrange() {
  const { user_id } = await newPerson();
  const diary = { table: table(), user_id };
  const store = async () => {
    const batch = buildBatch(newId(new Date()), [food]);
    await dayItems.createBatch(diary, batch);
    return parseEntryId(batch.entries[0]?.id ?? '') as EntryAddress;
  };
  return { diary, address: await store(), store };
}

it('has deleted an entry if the response is lost, and another request changes the day', async () => {
  const { diary, address, store } = await arrange();
  const through = createTableOfAttempts([lostBefore(store)]);
  expect(await deleteFromDiary({ ...diary, table: through }, address)).toBe(true);
  expect(await deleteFromDiary(diary, address)).toBe(false);
});

it('finds no entry that another request has deleted, if DynamoDB rejects it first', async () => {
  const { diary, address } = await arrange();
  await deleteFromDiary(diary, address);
  const through = createTableOfAttempts(['conflict', 'skewed']);
  expect(await deleteFromDiary({ ...diary, table: through }, address)).toBe(false);
});

import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { createTableOfAttempts, lostBefore } from '#kit/table-attempts.ts';
import type { Table } from '#shared/table/table.ts';
import { createEntries } from './create-entries.ts';

const food = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Lunch',
  servings: 1,
  nutritional_contents: {},
} as const;

/** Returns a function that sends the same entries for a new person, with a key or another. */
async function arrange() {
  const { user_id } = await newPerson();
  return async (through: Table = table(), key = 'key') => {
    const request = { items: [food], key, now: new Date() };
    const created = await createEntries(through, { user_id, client_id: 'c' }, request);
    return created.outcome === 'created' && { isReplayed: created.isReplayed };
  };
}

it('is first for the one of two requests that stores the entries', async () => {
  const create = await arrange();
  const others: unknown[] = [];
  // The other request finds the key claimed, and stores the entries before the one that claimed it.
  const through = createRacingTable('after its put', async () =>
    others.push(await create()),
  );
  expect(await create(through)).toEqual({ isReplayed: true });
  expect(others).toEqual([{ isReplayed: false }]);
});

it('is first if its response is lost, and another request changes the day', async () => {
  const create = await arrange();
  const through = createTableOfAttempts([
    (claim) => claim(),
    lostBefore(() => create(table(), 'other')),
  ]);
  expect(await create(through)).toEqual({ isReplayed: false });
  expect(await create()).toEqual({ isReplayed: true });
});

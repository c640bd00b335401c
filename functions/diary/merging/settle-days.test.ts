import { expect, it } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { createCopier } from '#kit/copy-person.ts';
import { table } from '#kit/fixtures.ts';
import { importedRun, importPage, newConnectedPerson } from '#kit/imported-workouts.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isBusyError,
  refuseFirst,
} from '#kit/store-faults.ts';
import { exists } from '#shared/table/condition.ts';
import { originKeys } from './origin.keys.ts';
import { settleDays } from './settle-days.ts';

/** Two pairs of days. A decision on a day writes the other of its pair, too. */
const days = ['2026-11-20', '2026-11-21', '2026-12-10', '2026-12-11'];
const range = { first: '2026-11-20', last: '2026-12-11' };

const getProvider = (entry: Entry) =>
  'source' in entry && entry.source?.remote_connection_type;

/**
 * Prepares a person whose runs two providers have sent. The runs of `first` are shown, but its
 * connection was removed, so a decision shows those of `second`.
 */
async function newUndecidedPerson(): Promise<string> {
  const user_id = await newConnectedPerson(['first', 'second']);
  const runs = days.map((day) => {
    return { ...importedRun, remote_id: day, start_time: `${day}T17:00:00Z` };
  });
  for (const type of ['first', 'second']) await importPage(user_id, type, runs);
  await table().delete(originKeys.remoteConnection(user_id, 'first'), exists);
  return user_id;
}

const copyPerson = await createCopier(await newUndecidedPerson());

async function arrange() {
  const diary = { table: table(), user_id: await copyPerson() };
  const listShown = async () => {
    const shown = await entries.listRange(diary, range);
    return days.map((day) => shown.filter(({ date }) => date === day).map(getProvider));
  };
  return { diary, listShown };
}

const before = days.map(() => ['first']);
const after = days.map(() => ['second']);

/** The first pair in one state, and the second in another. */
const mixed = (one: string[][], other: string[][]) => [
  ...one.slice(0, 2),
  ...other.slice(2),
];

const faultsOfSecondChange = faultsOfTwoChanges.filter(({ change }) => change === 1);

/** The transactions of a decision that is refused for size, and again for each part of it. */
const transactions = [
  { name: 'of all days', refused: 0, stopped: before, refusedForSize: after },
  { name: 'of the first half', refused: 1, stopped: before, refusedForSize: after },
  {
    name: 'of the second half',
    refused: 1,
    transaction: 2,
    stopped: mixed(after, before),
    refusedForSize: after,
  },
  { name: 'of a day', refused: 2, stopped: before, refusedForSize: after },
  {
    name: 'of the last day of a half',
    refused: 3,
    stopped: before,
    refusedForSize: mixed(before, after),
  },
];

const rows = transactions.flatMap((transaction) => {
  // Of later transactions, the second change stands for both.
  const faults = transaction.refused === 0 ? faultsOfTwoChanges : faultsOfSecondChange;
  return faults.map((fault) => ({ ...transaction, ...fault }));
});

it.each(rows)(
  'a decision is made, or can be repeated: $cause at the $tries try $name, change $change',
  async ({ refused, stopped, refusedForSize, ...fault }) => {
    const { diary, listShown } = await arrange();
    const faulty = refuseFirst(createFaultyTable(fault), refused, 'size');
    const settling = settleDays({ ...diary, table: faulty }, days);
    if (isBusyError(fault)) {
      await expect(settling).rejects.toMatchObject({ code: 'unavailable' });
      expect(await listShown()).toEqual(stopped);
    } else {
      await settling;
      expect(await listShown()).toEqual(fault.cause === 'size' ? refusedForSize : after);
    }
    await settleDays(diary, days);
    expect(await listShown()).toEqual(after);
  },
);

it.each([0, 1])(
  'a decision changes nothing if each transaction is refused for the size of change %i',
  async (change) => {
    const { diary, listShown } = await arrange();
    const fault = { cause: 'size', tries: 'every', isLasting: true, change } as const;
    await settleDays({ ...diary, table: createFaultyTable(fault) }, days);
    expect(await listShown()).toEqual(before);
  },
);

it('a decision gives up, and changes nothing, if each condition fails', async () => {
  const { diary, listShown } = await arrange();
  const fault = { cause: 'condition', tries: 'every', isLasting: true } as const;
  const settling = settleDays({ ...diary, table: createFaultyTable(fault) }, days);
  await expect(settling).rejects.toMatchObject({ code: 'unavailable' });
  expect(await listShown()).toEqual(before);
});

it('a decision of more than 100 updates shows each workout once, also if it is interrupted', async () => {
  const user_id = await newConnectedPerson(['first', 'second']);
  // They are so close that one query reads many of them.
  const dates = Array.from({ length: 55 }, (_, index) =>
    addDays('2026-01-01', 5 * index),
  );
  for (const type of ['first', 'second']) {
    const runs = dates.map((date, index) => {
      // All runs of `second` but one have the next day.
      const utc_offset = type === 'second' && index > 0 ? 8 * 3600 : 0;
      const start_time = `${date}T17:00:00Z`;
      return { ...importedRun, remote_id: date, start_time, utc_offset };
    });
    await importPage(user_id, type, runs);
  }
  const diary = { table: table(), user_id };
  await table().delete(originKeys.remoteConnection(user_id, 'first'), exists);

  const fault = { cause: 'throttling', tries: 'every', transaction: 2 } as const;
  const settling = settleDays({ ...diary, table: createFaultyTable(fault) }, dates);
  await expect(settling).rejects.toMatchObject({ code: 'unavailable' });
  const all = { first: '2026-01-01', last: addDays('2026-01-01', 5 * 55) };
  const shown = await entries.listRange(diary, all);
  const counts = dates.map((date) => {
    const both = [date, addDays(date, 1)];
    return shown.filter((entry) => both.includes(entry.date)).length;
  });
  expect(counts).toEqual(dates.map(() => 1));
});

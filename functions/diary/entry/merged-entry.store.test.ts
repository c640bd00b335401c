import { describe, expect, it } from 'vitest';
import { createCopier } from '#kit/copy-person.ts';
import { table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { createRacingTable } from '#kit/races.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isBusyError,
  isRepaired,
} from '#kit/store-faults.ts';
import type { Table } from '#shared/table/table.ts';
import * as dayItems from './day-item.store.ts';
import { type EntryAddress, listStoredEntries, parseEntryId } from './day-item.ts';
import { deleteFromDiary } from './delete/delete-entry.store.ts';
import * as entries from './entry.store.ts';
import { update } from './update/update.store.ts';

const days = ['2026-11-20', '2026-11-21', '2026-12-24'] as const;
const [day, nextDay, farDay] = days;

/** Prepares a person with two entries for the same workout. That of `first` is shown. */
async function newMergedPerson(): Promise<string> {
  const types = ['first', 'second'];
  const user_id = await newConnectedPerson(types);
  for (const type of types) await importWorkout(user_id, type, importedRun);
  return user_id;
}

const copyPerson = await createCopier(await newMergedPerson());

/** Copies the person, and moves the entry that is shown to each of the dates. */
async function arrange(...dates: string[]) {
  const diary = { table: table(), user_id: await copyPerson() };

  /** Lists the shown entries with their number of duplicates, by day. */
  const listShown = async () => {
    const shown = await entries.listRange(diary, { first: day, last: farDay });
    return shown.map((entry) => {
      if (entry.type !== 'exercise') throw new Error('Only workouts were imported.');
      const { source, date, distance, duplicates = [] } = entry;
      const from = source?.remote_connection_type;
      return { from, date, distance, duplicates: duplicates.length };
    });
  };
  const [shown] = await entries.list(diary, day);
  const address = parseEntryId(shown?.id ?? '') as EntryAddress;
  const moveTo = (date: string, through: Table = table()) =>
    update({ ...diary, table: through }, address, {
      date,
      set: { distance: 4242 },
      remove: [],
    });
  for (const date of dates) await moveTo(date);
  const countAll = async () => {
    const items = new Map(await dayItems.list(diary, { first: day, last: farDay }));
    return days.map((date) => listStoredEntries(items.get(date), date).length);
  };
  return { diary, address, listShown, moveTo, countAll };
}

const moved = (date: string) => [{ from: 'first', date, distance: 4242, duplicates: 1 }];
const notMoved = [{ from: 'first', date: day, distance: undefined, duplicates: 1 }];
const other = [{ from: 'second', date: day, distance: undefined, duplicates: 0 }];

describe('an entry that is merged with another', () => {
  it('keeps hiding the other one, on whichever day the person moves it to', async () => {
    const { listShown, moveTo, countAll } = await arrange();
    for (const date of [farDay, nextDay, farDay, day]) {
      expect((await moveTo(date)).entry).toMatchObject({ date, distance: 4242 });
      expect(await listShown()).toEqual(moved(date));
      const counts = days.map((each) => Number(each === date) + Number(each === day));
      expect(await countAll()).toEqual(counts);
    }
  });

  it('is moved to a day that is full of other entries', async () => {
    const { diary, moveTo, countAll } = await arrange();
    await occupyDay(diary.user_id, farDay, 500);
    expect((await moveTo(farDay)).entry).toMatchObject({ date: farDay });
    expect(await countAll()).toEqual([1, 0, 501]);
  });

  it('shows the other one when it is removed from the day to which it was moved', async () => {
    const { diary, address, listShown, countAll } = await arrange(farDay);
    expect(await deleteFromDiary(diary, address)).toBe(true);
    expect(await listShown()).toEqual(other);
    expect(await countAll()).toEqual([1, 0, 0]);
    expect(await entries.find(diary, address)).toBeUndefined();
    expect(await deleteFromDiary(diary, address)).toBe(false);
  });

  it('meets a concurrent move, and is removed', async () => {
    const { diary, address, listShown, moveTo } = await arrange(farDay);
    const racing = createRacingTable('after its query', () => moveTo(nextDay));
    expect(await deleteFromDiary({ ...diary, table: racing }, address)).toBe(true);
    expect(await listShown()).toEqual(other);
  });

  it('meets an import of another version, and keeps what the person did', async () => {
    const { diary, listShown, moveTo } = await arrange();
    const version = { ...importedRun, energy: 301 };
    const readAt = new Date('2026-11-21T01:00:00Z');
    const racing = createRacingTable('after its query', () =>
      importWorkout(diary.user_id, 'first', version, { readAt }),
    );
    await moveTo(farDay, racing);
    expect(await listShown()).toEqual(moved(farDay));
  });
});

describe.each(faultsOfTwoChanges)(
  'the fault $cause at the $tries try, change $change',
  (fault) => {
    // A failed condition means that the days have changed, so they are read again.
    const isDone = isRepaired(fault) || fault.cause === 'condition';

    it('moves a merged entry with the decision which is shown, or changes nothing', async () => {
      const { listShown, moveTo } = await arrange();
      const result = moveTo(farDay, createFaultyTable(fault));
      if (isDone) expect((await result).entry).toMatchObject({ date: farDay });
      else if (isBusyError(fault))
        await expect(result).rejects.toMatchObject({ code: 'unavailable' });
      else expect(await result).toMatchObject({ exceeded: { limit: 'bytes' } });
      expect(await listShown()).toEqual(isDone ? moved(farDay) : notMoved);
    });

    it('removes a merged entry with the decision which is shown, or changes nothing', async () => {
      const { diary, address, listShown } = await arrange(farDay);
      // The first transaction finds that the entry is merged.
      const faulty = createFaultyTable({ ...fault, transaction: 2 });
      const removed = deleteFromDiary({ ...diary, table: faulty }, address);
      const code = isBusyError(fault) ? 'unavailable' : 'item_too_large';
      if (isDone) expect(await removed).toBe(true);
      else await expect(removed).rejects.toMatchObject({ code });
      expect(await listShown()).toEqual(isDone ? other : moved(farDay));
    });
  },
);

import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import { createRacingTable, type Moment } from '#kit/races.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isBusyError,
  isRepaired,
} from '#kit/store-faults.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isAbsent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { dayKeys } from '../day.keys.ts';
import * as dayItems from '../day-item.store.ts';
import { buildBatch, type EntryAddress, findNewDate, parseEntryId } from '../day-item.ts';
import { deleteFromDiary } from '../delete/delete-entry.store.ts';
import * as entries from '../entry.store.ts';
import { update } from './update.store.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const;
const [monday, tuesday, wednesday, thursday] = days;

const toDate = (date: string, set = {}) => ({ date, set, remove: [] });

/** Prepares a user with an entry of Monday, and moves it to each of the dates. */
async function arrange(...dates: string[]) {
  const user_id = newId(new Date());
  const diary = { table: table(), user_id };
  const energy = { unit: 'calories', value: 1 } as const;
  const batch = buildBatch(newId(new Date()), [
    { type: 'exercise', date: monday, exercise: { id: 'x' }, duration: 60, energy },
  ]);
  await dayItems.createBatch(diary, batch);
  const address = parseEntryId(batch.entries[0].id) as EntryAddress;
  const moveTo = (date: string, through: Table = table()) =>
    update({ ...diary, table: through }, address, toDate(date));
  for (const date of dates) await moveTo(date);

  const find = () => entries.find(diary, address);
  /** Returns the number of entries on each day as it is counted and as it is listed. */
  const countAll = async () => {
    const counts = days.map(async (date) => {
      const counted = (await dayItems.find(diary, date))?.own_entries ?? 0;
      const listed = await entries.list(diary, date);
      expect(listed).toHaveLength(counted);
      return counted;
    });
    return Promise.all(counts);
  };
  /** Returns the date to which the item of the first day forwards. */
  const findForwarding = async () =>
    findNewDate(await dayItems.find(diary, monday), address);
  return { diary, address, moveTo, find, countAll, findForwarding };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;

/** Expects the entry on one day, and exactly the forwarding that leads there. */
async function expectOn(
  date: string | undefined,
  { find, countAll, findForwarding }: Arranged,
): Promise<void> {
  expect((await find())?.date).toBe(date);
  expect(await countAll()).toEqual(days.map((day) => Number(day === date)));
  expect(await findForwarding()).toBe(date === monday ? undefined : date);
}

describe('a moved entry', () => {
  it('is found, changed and removed under its id after any number of moves', async () => {
    const arranged = await arrange();
    const { diary, address, moveTo } = arranged;
    const route = [tuesday, wednesday, thursday, tuesday, monday, thursday];
    for (const [index, date] of route.entries()) {
      expect((await moveTo(date)).entry).toMatchObject({ date });
      await expectOn(date, arranged);
      const set = { duration: index + 1 };
      const changed = await update(diary, address, { set, remove: [] });
      expect(changed.entry).toMatchObject({ date, ...set });
      const unmoved = await update(diary, address, toDate(date, set));
      expect(unmoved.entry).toEqual(changed.entry);
    }
    expect(await deleteFromDiary(diary, address)).toBe(true);
    await expectOn(undefined, arranged);
    expect(await deleteFromDiary(diary, address)).toBe(false);
    expect(await update(diary, address, toDate(monday))).toEqual({});
  });

  it('leaves no forwarding if it moves back to its first day', async () => {
    const arranged = await arrange(tuesday, wednesday, monday);
    await expectOn(monday, arranged);
  });

  it('is not moved to a full day, or to one whose item would be too large', async () => {
    const arranged = await arrange(tuesday);
    const { diary, moveTo } = arranged;
    await occupyDay(diary.user_id, wednesday, 500);
    const ballast = 'x'.repeat(409_370);
    const key = dayKeys.diaryDay(diary.user_id, monday);
    await table().update(key, { set: { ballast } }, { ballast: isAbsent });
    const limits = { [wednesday]: 'entries', [monday]: 'bytes' };
    for (const [date, limit] of Object.entries(limits)) {
      expect(await moveTo(date)).toEqual({ exceeded: { date, limit } });
    }
    expect((await arranged.find())?.date).toBe(tuesday);
    expect(await arranged.findForwarding()).toBe(tuesday);
  });
});

const starts = { 'its first day': [], 'another day': [tuesday] } as const;

describe.each(Object.entries(starts))('a move from %s', (_, before) => {
  it.each(['get', 'transact'] as const)(
    'meets a move to a third day %s, and comes last',
    async (operation) => {
      const arranged = await arrange(...before);
      const racing = createRacingTable(`before its ${operation}`, () =>
        arranged.moveTo(thursday),
      );
      const { entry } = await arranged.moveTo(wednesday, racing);
      expect(entry).toMatchObject({ date: wednesday });
      await expectOn(wednesday, arranged);
    },
  );

  it('keeps a concurrent change of another member', async () => {
    const arranged = await arrange(...before);
    const { diary, address } = arranged;
    const change = { set: { distance: 4242 }, remove: [] };
    const racing = createRacingTable('before its transact', () =>
      update(diary, address, change),
    );
    const { entry } = await arranged.moveTo(wednesday, racing);
    expect(entry).toMatchObject({ date: wednesday, distance: 4242 });
    await expectOn(wednesday, arranged);
  });

  it('finds no entry if a concurrent request removes it', async () => {
    const arranged = await arrange(...before);
    const { diary, address } = arranged;
    const racing = createRacingTable('before its transact', () =>
      deleteFromDiary(diary, address),
    );
    expect(await arranged.moveTo(wednesday, racing)).toEqual({});
    await expectOn(undefined, arranged);
  });

  it('has the same result as a concurrent move to the same day', async () => {
    const arranged = await arrange(...before);
    const results = await Promise.all(days.map(() => arranged.moveTo(wednesday)));
    for (const { entry } of results) expect(entry).toMatchObject({ date: wednesday });
    await expectOn(wednesday, arranged);
  });

  it('gives up while other requests always move the entry, and says so', async () => {
    const arranged = await arrange(...before);
    let moves = 0;
    const racing: Table = {
      ...table(),
      async transact(changes) {
        await arranged.moveTo([thursday, tuesday][moves++ % 2] ?? '');
        return table().transact(changes);
      },
    };
    await expect(arranged.moveTo(wednesday, racing)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expectOn((await arranged.find())?.date, arranged);
  });
});

it('finds, changes and removes an entry that moves meanwhile', async () => {
  const arranged = await arrange(tuesday);
  const { diary, address, moveTo } = arranged;
  const during = (moment: Moment, target: string) => ({
    ...diary,
    table: createRacingTable(moment, () => moveTo(target)),
  });
  expect(await entries.find(during('after its get', wednesday), address)).toMatchObject({
    date: wednesday,
  });
  const change = { set: { distance: 4242 }, remove: [] };
  expect(
    await update(during('after its update', thursday), address, change),
  ).toMatchObject({
    entry: { date: thursday, distance: 4242 },
  });
  expect(await deleteFromDiary(during('before its transact', tuesday), address)).toBe(
    true,
  );
  await expectOn(undefined, arranged);
});

describe.each(faultsOfTwoChanges)(
  'the fault $cause at the $tries try, change $change',
  (fault) => {
    const isDone = isRepaired(fault) || fault.cause === 'condition';

    it('moves an entry or leaves it where it is', async () => {
      const arranged = await arrange(tuesday);
      const moved = arranged.moveTo(monday, createFaultyTable(fault));
      if (isDone) expect((await moved).entry).toMatchObject({ date: monday });
      else if (isBusyError(fault))
        await expect(moved).rejects.toMatchObject({ code: 'unavailable' });
      else expect(await moved).toEqual({ exceeded: { date: monday, limit: 'bytes' } });
      await expectOn(isDone ? monday : tuesday, arranged);
      expect((await arranged.moveTo(monday)).entry).toMatchObject({ date: monday });
    });

    it('removes a moved entry or leaves it where it is', async () => {
      const arranged = await arrange(tuesday);
      const { diary, address } = arranged;
      const faulty = { ...diary, table: createFaultyTable(fault) };
      const isBusy = isBusyError(fault);
      const removed = deleteFromDiary(faulty, address);
      if (isBusy) await expect(removed).rejects.toMatchObject({ code: 'unavailable' });
      else expect(await removed).toBe(true);
      await expectOn(isBusy ? tuesday : undefined, arranged);
    });
  },
);

import { describe, expect, it } from 'vitest';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import {
  type DayItem,
  listStoredEntries,
  parseEntryId,
} from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { toSourceKey } from '#functions/diary/entry/origin.ts';
import type { SourceChange } from '#functions/diary/entry/source.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import { changeSource } from '#functions/diary/entry/update/update-entry.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import { table } from '#kit/fixtures.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { importWorkouts } from './import-workouts.ts';

const days = { first: '2026-11-19', last: '2026-11-22' };
const day = '2026-11-20';
const later = new Date('2026-11-21T01:00:00Z');

/**
 * Prepares a person with two connections. The entries of `first` are preferred, because its id
 * sorts before that of `second`.
 */
async function arrange() {
  const user_id = await newConnectedPerson(['first', 'second']);
  const diary = { table: table(), user_id };

  async function listShown(): Promise<Entry[]> {
    const shown = await entries.listRange(diary, days);
    return shown.sort((one, other) => one.date.localeCompare(other.date));
  }

  /** Returns the address of the entry of a workout, or else of the first, that is shown. */
  async function findAddress(workout?: string) {
    const shown = (await listShown()).filter(isImported);
    const entry = shown.find(({ source }) => toSourceKey(source) === workout) ?? shown[0];
    const address = parseEntryId(entry?.id ?? '');
    if (!address) throw new Error('The diary shows no entry.');
    return address;
  }

  async function edit(set: Readonly<Record<string, unknown>>, date?: string) {
    await update(diary, await findAddress(), { set, remove: [], date });
  }
  return { user_id, diary, listShown, findAddress, edit };
}

describe('the diary', () => {
  it('keeps an edited entry whose workout the provider has deleted', async () => {
    const { user_id, listShown, edit } = await arrange();
    await importWorkout(user_id, 'first', importedRun);
    await edit({ distance: 4242 });
    const origin = { remote_connection_id: 'first', remote_connection_type: 'first' };
    const job = { user_id, account_id: 'account', ...origin, readAt: later };
    await importWorkouts(table(), { ...job, workouts: [], deleted: ['1'] }, later);
    expect(await listShown()).toMatchObject([{ distance: 4242 }]);
  });

  it.each([
    ['the separated workout', 'first'],
    ['the other workout', 'second'],
  ])('keeps a separation in new versions, and on another day of %s', async (_, type) => {
    const { user_id, diary, listShown, findAddress } = await arrange();
    await importWorkout(user_id, 'first', importedRun);
    await importWorkout(user_id, 'second', importedRun);
    expect(await listShown()).toHaveLength(1);
    const other = { remote_connection_type: 'second', remote_id: '1' };
    await changeSource(diary, await findAddress(), { separated_from: [other] });
    expect(await listShown()).toHaveLength(2);

    for (const each of ['first', 'second']) {
      const version = { ...importedRun, energy: 301 };
      await importWorkout(user_id, each, version, { readAt: later });
      expect(await listShown()).toHaveLength(2);
    }
    // The same moment is on the next day in another time zone, and has another address.
    const moved = { ...importedRun, energy: 302, utc_offset: 8 * 3600 };
    const readAt = new Date(later.getTime() + 1000);
    await importWorkout(user_id, type, moved, { readAt });
    expect(await listShown()).toMatchObject([{ date: day }, { date: '2026-11-21' }]);
  });

  it('keeps two workouts joined in new versions, on the next day, and if one comes back', async () => {
    const { user_id, diary, listShown, findAddress } = await arrange();
    const evening = { ...importedRun, start_time: '2026-11-20T21:00:00Z' };
    await importWorkout(user_id, 'first', importedRun);
    await importWorkout(user_id, 'second', evening);
    expect(await listShown()).toHaveLength(2);
    const joined_with = [{ remote_connection_type: 'second', remote_id: '1' }];
    await changeSource(diary, await findAddress('first 1'), { joined_with });
    expect(await listShown()).toMatchObject([{ duplicates: [{ matched_by: 'joined' }] }]);

    const nextSecond = (seconds: number) => new Date(later.getTime() + seconds * 1000);
    const abroad = { ...evening, utc_offset: 8 * 3600 };
    await importWorkout(user_id, 'second', abroad, { readAt: nextSecond(1) });
    const longer = { ...importedRun, duration: 9000 };
    await importWorkout(user_id, 'first', longer, { readAt: nextSecond(2) });
    expect(await listShown()).toMatchObject([{ date: day, duration: 9000 }]);

    const origin = { remote_connection_id: 'second', remote_connection_type: 'second' };
    const job = { user_id, account_id: 'account', ...origin, readAt: nextSecond(3) };
    await importWorkouts(table(), { ...job, workouts: [], deleted: ['1'] }, later);
    await importWorkout(user_id, 'second', evening, { readAt: nextSecond(4) });
    expect(await listShown()).toMatchObject([{ joined: { 'second 1': true } }]);
    await changeSource(diary, await findAddress(), { separated_from: joined_with });
    const shown = (await listShown()).filter(isImported);
    const decisions = shown.map(({ separated, joined }) => ({ separated, joined }));
    expect(new Set(decisions)).toEqual(
      new Set([{ separated: { 'second 1': true } }, { separated: { 'first 1': true } }]),
    );
  });

  it('takes a workout away from all that it was joined with, and back again', async () => {
    const { user_id, diary, listShown, findAddress } = await arrange();
    const second = (remote_id: string) => ({
      remote_connection_type: 'second',
      remote_id,
    });
    const [first, middle, last] = ['first 1', second('2'), second('3')] as const;
    await importWorkout(user_id, 'first', importedRun);
    for (const { remote_id } of [middle, last]) {
      const start_time = `2026-11-20T2${remote_id}:00:00Z`;
      const run = { ...importedRun, remote_id, start_time, duration: 900 };
      await importWorkout(user_id, 'second', run);
    }
    const change = async (workout: string, decision: SourceChange) => {
      await changeSource(diary, await findAddress(workout), decision);
      const shown = (await listShown()).filter(isImported);
      return shown.map(({ source }) => toSourceKey(source)).sort();
    };
    // The last workout is joined with the middle one, and this one with the first.
    await change('second 3', { joined_with: [middle] });
    expect(await change(first, { joined_with: [middle, last] })).toEqual([first]);
    expect(await change(first, { separated_from: [last] })).toEqual([first, 'second 3']);
    expect(await change(first, { joined_with: [middle, last] })).toEqual([first]);
    expect(await change(first, { joined_with: [] })).toEqual([
      first,
      'second 2',
      'second 3',
    ]);
  });

  it('hides the entry of a workout on the next day, whichever is imported first', async () => {
    const abroad = { ...importedRun, utc_offset: 8 * 3600 };
    for (const order of [
      ['first', 'second'],
      ['second', 'first'],
    ]) {
      const { user_id, listShown } = await arrange();
      for (const type of order) {
        await importWorkout(user_id, type, type === 'first' ? importedRun : abroad);
      }
      expect(await listShown()).toMatchObject([
        { date: day, source: { remote_connection_type: 'first' } },
      ]);
    }
  });

  it('keeps entries merged if another workout is imported on a day before theirs', async () => {
    const { user_id, listShown } = await arrange();
    const abroad = { ...importedRun, utc_offset: 8 * 3600 };
    // The preferred entry is two days after the day of the last import.
    await importWorkout(user_id, 'second', importedRun);
    await importWorkout(user_id, 'first', abroad);
    const before = { start_time: '2026-11-19T06:00:00Z', remote_id: '2' };
    await importWorkout(user_id, 'first', { ...importedRun, ...before });
    expect(await listShown()).toMatchObject([
      { date: '2026-11-19' },
      { date: '2026-11-21', source: { remote_connection_type: 'first' } },
    ]);
  });

  it('counts a merged entry on the day to which the person has moved it', async () => {
    const { user_id, diary, edit, findAddress, listShown } = await arrange();
    await importWorkout(user_id, 'first', importedRun);
    await importWorkout(user_id, 'second', importedRun);
    await edit({}, '2026-11-22');
    const count = async (date: string) => {
      const item = await table().get<DayItem>(dayKeys.diaryDay(user_id, date));
      return listStoredEntries(item, date).length;
    };
    expect([await count(day), await count('2026-11-22')]).toEqual([1, 1]);
    await deleteFromDiary(diary, await findAddress());
    expect(await listShown()).toMatchObject([
      { source: { remote_connection_type: 'second' } },
    ]);
    expect([await count(day), await count('2026-11-22')]).toEqual([1, 0]);
  });
});

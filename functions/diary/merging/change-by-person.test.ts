import { expect, it } from 'vitest';
import { type EntryAddress, parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isBusyError,
  refuseFirst,
} from '#kit/store-faults.ts';
import type { Table } from '#shared/table/table.ts';
import { changeByPerson, type PersonChange, removeByPerson } from './change-by-person.ts';
import { separate } from './imported-entry.ts';

const day = '2026-11-20';

const apply: PersonChange['apply'] = (loaded, entry) =>
  separate(loaded, entry, (_, nearby) => new Set(nearby));

/** Prepares a person with two entries of one workout. That of `first` is shown. */
async function arrange() {
  const { user_id } = await newPerson();
  for (const type of ['first', 'second']) {
    await addConnection(user_id, type);
    await importWorkout(user_id, type, importedRun);
  }
  const diary = { table: table(), user_id };
  const listShown = async () => {
    const shown = await entries.list(diary, day);
    return shown
      .map((entry) => 'source' in entry && entry.source?.remote_connection_type)
      .sort();
  };
  const [shown] = await entries.list(diary, day);
  const address = parseEntryId(shown?.id ?? '') as EntryAddress;
  const separateThrough = (through: Table) =>
    changeByPerson({ ...diary, table: through }, { address, apply });
  const removeThrough = (through: Table) =>
    removeByPerson({ ...diary, table: through }, address);
  return { listShown, separateThrough, removeThrough };
}

/** The first change is that of the entry's day, and the second checks another day. */
const rows = faultsOfTwoChanges.flatMap((fault) => [
  { ...fault, attempt: 'first', failed: 0 },
  { ...fault, attempt: 'second', failed: 1 },
]);

it.each(rows)(
  'separates or not: $cause at the $tries try of the $attempt attempt, change $change',
  async ({ failed, ...fault }) => {
    const { listShown, separateThrough } = await arrange();
    const faulty = refuseFirst(createFaultyTable(fault), failed, 'condition');
    const separating = separateThrough(faulty);
    const isRefused = fault.cause === 'size';
    if (isBusyError(fault))
      await expect(separating).rejects.toMatchObject({ code: 'unavailable' });
    else if (isRefused)
      expect(await separating).toMatchObject({ exceeded: { limit: 'bytes' } });
    else expect((await separating)?.entry).toBeDefined();

    const isDone = !isBusyError(fault) && !isRefused;
    expect(await listShown()).toEqual(isDone ? ['first', 'second'] : ['first']);
    await separateThrough(table());
    expect(await listShown()).toEqual(['first', 'second']);
  },
);

it.each(rows)(
  'removes or not: $cause at the $tries try of the $attempt attempt, change $change',
  async ({ failed, ...fault }) => {
    const { listShown, removeThrough } = await arrange();
    const faulty = refuseFirst(createFaultyTable(fault), failed, 'condition');
    const removing = removeThrough(faulty);
    const isDone = !isBusyError(fault) && fault.cause !== 'size';
    const code = isBusyError(fault) ? 'unavailable' : 'item_too_large';
    if (isDone) expect(await removing).toBe(true);
    else await expect(removing).rejects.toMatchObject({ code });
    expect(await listShown()).toEqual(isDone ? ['second'] : ['first']);
    expect(await removeThrough(table())).toBe(!isDone);
    expect(await listShown()).toEqual(['second']);
  },
);

it('a separation names the day whose item would be too large', async () => {
  const { separateThrough } = await arrange();
  const fault = { cause: 'size', tries: 'first' } as const;
  const exceeded = { date: day, limit: 'bytes' };
  expect(await separateThrough(createFaultyTable(fault))).toEqual({ exceeded });
});

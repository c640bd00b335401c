import { expect, it } from 'vitest';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { table } from '#kit/fixtures.ts';
import { importedRun } from '#kit/imported-workouts.ts';
import { putItems } from '#kit/put-items.ts';
import { createRacingTable } from '#kit/races.ts';
import { newId } from '#shared/runtime/ids.ts';
import { importWorkouts } from './import-workouts.ts';
import type { ImportedWorkout } from './workout.ts';

const now = new Date('2026-11-22T12:00:00Z');
const workout = importedRun;
const moved = { ...workout, start_time: '2026-11-18T17:00:00Z' };
const movedElsewhere = { ...workout, start_time: '2026-11-24T17:00:00Z' };

/**
 * The data that a sync reads from the provider, a second after the sync before it. Without
 * `workout`, the provider has deleted it.
 */
interface Read {
  workout?: ImportedWorkout;
  second: number;
}

/**
 * Makes the earlier imports, and then two at once: `meanwhile` runs after `late` has read the
 * record of the workout, and before it reads the days. Returns the dates of the entries.
 */
async function race(earlier: readonly Read[], late: Read, meanwhile: Read) {
  const user_id = newId(now);
  const connection = originKeys.remoteConnection(user_id, 'connection');
  await putItems([{ ...connection, id: 'connection' }]);
  const run = ({ workout: version, second }: Read, on = table()) => {
    const job = {
      user_id,
      account_id: 'account',
      remote_connection_type: 'a',
      remote_connection_id: 'connection',
      readAt: new Date(now.getTime() + second * 1000),
      workouts: version ? [version] : [],
      deleted: version ? [] : [workout.remote_id],
    };
    return importWorkouts(on, job, now);
  };
  for (const read of earlier) await run(read);
  await run(
    late,
    createRacingTable('after its getEach', () => run(meanwhile)),
  );
  const days = { first: '2026-11-10', last: '2026-11-30' };
  const stored = await entries.listRange({ table: table(), user_id }, days);
  return stored.map(({ date }) => date);
}

it('an import is repeated if another one moves the workout to another day meanwhile', async () => {
  const late = { workout, second: 1 };
  const meanwhile = { workout: moved, second: 2 };
  expect(await race([{ workout, second: 0 }], late, meanwhile)).toEqual(['2026-11-18']);
});

it('of two imports that move a workout at once, the one that read it later counts', async () => {
  const late = { workout: movedElsewhere, second: 2 };
  const meanwhile = { workout: moved, second: 1 };
  expect(await race([{ workout, second: 0 }], late, meanwhile)).toEqual(['2026-11-24']);
});

it('a deletion removes the entry that another import moves meanwhile', async () => {
  const meanwhile = { workout: moved, second: 1 };
  expect(await race([{ workout, second: 0 }], { second: 2 }, meanwhile)).toEqual([]);
});

const importedAndDeleted = [{ workout, second: 0 }, { second: 1 }];

it('a workout that was deleted comes back once, though two imports date it differently', async () => {
  const late = { workout, second: 3 };
  const meanwhile = { workout: moved, second: 2 };
  expect(await race(importedAndDeleted, late, meanwhile)).toEqual(['2026-11-20']);
});

it('a second deletion removes the entry that comes back on another day meanwhile', async () => {
  const meanwhile = { workout: moved, second: 2 };
  expect(await race(importedAndDeleted, { second: 3 }, meanwhile)).toEqual([]);
});

import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { listStoredEntries } from '#functions/diary/entry/day-item.ts';
import { isImported, requireAddress } from '#functions/diary/merging/imported-entry.ts';
import type { StoredSeries } from '#functions/diary/series/series.store.ts';
import { decodeSeries } from '#functions/diary/series/series-codec.ts';
import type { WorkoutCurves } from '#functions/diary/series/workout-curves.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';
import { table } from './fixtures.ts';

/** Returns the curves of a workout of a distance, with an outline. */
export function newCurves(distance = 5000): WorkoutCurves {
  const series = {
    seconds: [0, 600, 1200, 1800],
    distance: [0, distance / 3, distance / 2, distance].map(Math.round),
    heart_rate: [90, 140, null, 150],
  };
  const outline = [
    [
      [48.137_15, 11.576_12],
      [48.139_15, 11.578_12],
    ] as const,
  ];
  return { series, outline };
}

/** Returns a workout whose curves, if it has some, are of its distance. */
export function withOwnCurves<W extends { curves?: WorkoutCurves; distance?: number }>(
  workout: W,
): W {
  return workout.curves ? { ...workout, curves: newCurves(workout.distance) } : workout;
}

/**
 * Lists what is wrong with the series of a person whose imported workouts all have curves: entries
 * without a series, series without an entry, and unedited entries whose series is of another
 * distance.
 */
export async function listSeriesProblems(user_id: string): Promise<string[]> {
  const diary = { table: table(), user_id };
  const days = await dayItems.list(diary, { first: '2000-01-01', last: '2100-01-01' });
  const stored = days.flatMap(([date, item]) => listStoredEntries(item, date));
  const entries = new Map(
    stored.filter(isImported).map((entry) => [requireAddress(entry.id).batch, entry]),
  );
  const items = await table().query<StoredSeries & Key>({
    pk: toOwnerPartition(user_id),
    prefix: 'SERIES#',
  });
  const series = new Map(
    items.map((item) => [item.sk.split('#')[1] ?? '', decodeSeries(item.series)]),
  );
  const missing = [...entries.keys()].filter((batch) => !series.has(batch));
  const left = [...series.keys()].filter((batch) => !entries.has(batch));
  const stale = [...entries].filter(
    ([
      batch,
      {
        imported: { distance },
      },
    ]) => {
      const last = series.get(batch)?.distance?.at(-1);
      return distance !== undefined && last !== undefined && last !== distance;
    },
  );
  return [
    ...missing.map((batch) => `${batch} has no series`),
    ...left.map((batch) => `${batch} has no entry`),
    ...stale.map(([batch]) => `${batch} has the series of another version`),
  ];
}

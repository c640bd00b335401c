import { isWithin } from '#functions/diary/entry/dates.ts';
import type { Diary } from '#functions/diary/entry/day-item.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import * as measurements from '../measurement.store.ts';
import type { PlacedMeasurement } from '../measurement.ts';
import { maxMonths } from '../measurement-month.ts';
import { listRivalSources, pickShown, sortByTime } from '../shown-values.ts';
import { listMonths, type MeasurementSelection } from './query.ts';

/** The problem of a selection for which `listShown` returns undefined. */
const limit = `${maxMonths.read} together`;
export const tooManyMonths = `must be nearer to from: types and months are at most ${limit}`;

/** The most data sources whose priorities one request reads. */
const maxRivals = 100;

/**
 * Lists the values of some types and days that the caller may see, by day, type and time: of each
 * day and type those of one origin, unless all are wanted. Priorities are read only if several
 * origins with a data source have values of a day. Returns undefined if one read cannot get as many
 * months.
 */
export async function listShown(
  diary: Diary<'getEach'>,
  selection: MeasurementSelection,
  wantsAll = false,
): Promise<PlacedMeasurement[] | undefined> {
  const months = listMonths(selection);
  if (!months) return undefined;
  const stored = await measurements.list(diary, months);
  const selected = stored.filter(({ measured }) => isWithin(selection, measured.date));
  if (wantsAll) return sortByTime(selected);
  return pickByPriority(diary, selected);
}

/**
 * Picks the values of one origin for each type and day, as `pickShown` does. It reads the
 * priorities of the data sources that have values of the same days, if there are any.
 */
export async function pickByPriority(
  { table, user_id }: Diary<'getEach'>,
  values: readonly PlacedMeasurement[],
): Promise<PlacedMeasurement[]> {
  const rivals = listRivalSources(values).slice(0, maxRivals);
  const sources = await dataSources.findByIds(table, user_id, rivals);
  return pickShown(values, sources);
}

import type { MeasurementMonth } from '#functions/diary/measurement/measurement-month.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import type { EventDraft, ItemChange } from './item-change.ts';

/**
 * Returns the event of a month of measurements: the type, and the first and the last day with a
 * change. Only an erasure deletes months.
 */
export function deriveMeasurementEvents({
  before,
  after,
}: ItemChange<MeasurementMonth>): EventDraft[] {
  if (!after) return [];
  const [old, current] = [before?.values ?? {}, after.values];
  const names = Object.keys({ ...old, ...current });
  const changed = names.filter((name) => !isEqual(old[name], current[name]));
  const dates = changed
    .flatMap((name) => [old[name]?.date ?? [], current[name]?.date ?? []].flat())
    .sort();
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return [];
  const [, id = ''] = after.sk.split('#');
  return [
    {
      type: 'measurements.updated',
      resource: { type: 'measurements', id },
      date: first,
      last_date: last,
    },
  ];
}

import type { MeasuredValue } from '#functions/diary/measurement/measurement.ts';
import type { MeasurementMonth } from '#functions/diary/measurement/measurement-month.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import type { EventDraft, ItemChange } from './item-change.ts';

/**
 * Returns the event of a month of measurements: the type, and the first and the last day with a
 * change. Only an erasure deletes months. A write changes values of one connection, or of none, so
 * there is one event.
 */
export function deriveMeasurementEvents({
  before,
  after,
}: ItemChange<MeasurementMonth>): EventDraft[] {
  if (!after) return [];
  const [old, current] = [before?.values ?? {}, after.values];
  const origins = { ...before?.origins, ...after.origins };
  const names = Object.keys({ ...old, ...current });
  const changed = names.filter((name) => !isSameValue(old[name], current[name]));
  const byType = Map.groupBy(changed, (name) => {
    const source = origins[name.split(' ')[0] ?? ''];
    return source?.remote_connection_type;
  });
  const [, id = ''] = after.sk.split('#');
  return [...byType].map(([remote_connection_type, ofType]) => {
    const dates = ofType
      .flatMap((name) => [old[name]?.date, current[name]?.date])
      .filter((date) => date !== undefined)
      .sort();
    return {
      type: 'measurements.updated' as const,
      resource: { type: 'measurements' as const, id },
      ...compact({ date: dates[0], last_date: dates.at(-1), remote_connection_type }),
    };
  });
}

/** Compares what applications see: which message or device has brought a value is no change. */
function isSameValue(one?: MeasuredValue, other?: MeasuredValue): boolean {
  return isEqual(one && toShown(one), other && toShown(other));
}

function toShown({ date, time, value, diastolic, sleep, external_id }: MeasuredValue) {
  return compact({ date, time, value, diastolic, sleep, external_id });
}

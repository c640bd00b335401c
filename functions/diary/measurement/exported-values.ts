import { formatMeasurementId, type PlacedMeasurement } from './measurement.ts';
import { listValues, type MeasurementMonth, toTypedMonth } from './measurement-month.ts';
import { getRules } from './measurement-types.ts';

/** Returns the values of a month as an export has them. */
export function toMeasurementObjects(item: MeasurementMonth & { sk: string }) {
  const values = listValues(toTypedMonth(item), item);
  values.sort((one, other) => (toOrder(one) < toOrder(other) ? -1 : 1));
  return values.map(({ measured, source, ...place }) => ({
    id: formatMeasurementId(place),
    type: place.type,
    ...measured,
    unit: getRules(place.type).unit,
    source,
  }));
}

function toOrder({ measured: { date, time = '' }, origin }: PlacedMeasurement): string {
  return [date, time, origin].join(' ');
}

import { formatMeasurementId, type PlacedMeasurement } from './measurement.ts';
import { listValues, type MeasurementMonth } from './measurement-month.ts';
import { getRules, type MeasurementType } from './measurement-types.ts';

/** Returns the values of a month as an export has them. */
export function toMeasurementObjects(item: MeasurementMonth & { sk: string }) {
  const [, type, month = ''] = item.sk.split('#');
  const ofMonth = { type: type as MeasurementType, month };
  const values = listValues(ofMonth, item);
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

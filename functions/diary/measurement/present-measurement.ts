import type { Principal } from '#shared/auth/principal.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { MeasurementOutcome } from './add-values.ts';
import type { StoredMeasurement } from './measurement.store.ts';
import {
  formatMeasurementId,
  type MeasurementOrigin,
  type PlacedMeasurement,
  toOrigin,
  toOriginKey,
} from './measurement.ts';
import { getRules } from './measurement-types.ts';

/** Returns a value as a caller sees it. */
export function presentMeasurement(
  { measured, source, ...place }: PlacedMeasurement,
  caller: Pick<Principal, 'client_id'>,
) {
  const { date, time, value, diastolic, sleep, external_id } = measured;
  const is_own = isSame(source, toOrigin(caller));
  const shown: ShownOrigin & Pick<MeasurementOrigin, 'kind'> = source;
  const { remote_connection_type, remote_connection_id, data_source_id, attribution } =
    shown;
  return {
    id: formatMeasurementId(place),
    type: place.type,
    date,
    ...compact({ time }),
    value,
    unit: getRules(place.type).unit,
    ...compact({ diastolic, sleep, external_id: is_own ? external_id : undefined }),
    source: {
      origin: source.kind,
      ...compact({
        remote_connection_type,
        remote_connection_id,
        data_source_id,
        attribution,
      }),
      is_own,
    },
  };
}

/** The members of an origin that applications see: ids, and no text that a source has sent. */
type ShownOrigin = {
  [Name in
    | 'remote_connection_type'
    | 'remote_connection_id'
    | 'data_source_id'
    | 'attribution']?: string | undefined;
};

function isSame(one: MeasurementOrigin, other: MeasurementOrigin): boolean {
  return toOriginKey(one) === toOriginKey(other);
}

/** Returns what became of values as clients see it. */
export function presentStored(stored: readonly StoredMeasurement[]) {
  const count = (wanted: MeasurementOutcome) =>
    stored.filter(({ outcome }) => outcome === wanted).length;
  return {
    stored: count('stored'),
    unchanged: count('unchanged'),
    ignored: count('ignored'),
    items: stored.map(({ place, outcome }) => ({
      id: formatMeasurementId(place),
      outcome,
    })),
  };
}

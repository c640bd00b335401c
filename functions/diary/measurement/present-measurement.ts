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
  value: PlacedMeasurement,
  caller: Pick<Principal, 'client_id'>,
) {
  return presentMeasurements([value], caller)[0] as PresentedMeasurement;
}

type PresentedMeasurement = ReturnType<typeof presentMeasurements>[number];

/** Returns values as a caller sees them. */
export function presentMeasurements(
  values: readonly PlacedMeasurement[],
  caller: Pick<Principal, 'client_id'>,
) {
  const ownOrigin = toOriginKey(toOrigin(caller));
  const sources = new Map<MeasurementOrigin, PresentedSource>();
  return values.map((value) => {
    const { type, origin, measured, source } = value;
    const { date, time, diastolic, sleep, external_id } = measured;
    const is_own = origin === ownOrigin;
    const shown = sources.get(source) ?? presentSource(source, is_own);
    sources.set(source, shown);
    return {
      id: formatMeasurementId(value),
      type,
      date,
      time,
      value: measured.value,
      unit: getRules(type).unit,
      diastolic,
      sleep,
      external_id: is_own ? external_id : undefined,
      source: shown,
    };
  });
}

type PresentedSource = ReturnType<typeof presentSource>;

/** Returns an origin without text that it has sent. */
function presentSource(source: MeasurementOrigin, is_own: boolean) {
  const shown: ShownOrigin = source;
  const { remote_connection_type, remote_connection_id, data_source_id, attribution } =
    shown;
  if (source.kind === 'file') {
    const { origin, remote_connection_type: type } = source.original ?? {};
    const original = origin && compact({ origin, remote_connection_type: type });
    return { origin: source.kind, original, data_source_id, attribution, is_own };
  }
  return {
    origin: source.kind,
    remote_connection_type,
    remote_connection_id,
    data_source_id,
    attribution,
    is_own,
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

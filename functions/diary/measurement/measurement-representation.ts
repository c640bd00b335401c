import * as z from 'zod/mini';
import { remoteConnectionType } from '#functions/diary/entry/source.ts';
import type { Principal } from '#shared/auth/principal.ts';
import { deferred, described } from '#shared/contract/schema.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  formatMeasurementId,
  type MeasurementOrigin,
  type PlacedMeasurement,
  toOrigin,
  toOriginKey,
} from './measurement.ts';
import { MeasurementTypeName, sleepMembers, UnitName } from './measurement-input.ts';
import { getRules } from './measurement-types.ts';

export const measurementId = described(
  z.string(),
  'The id of the value.',
  'weight-202611-aQ3xK9v0bTz-1795155000',
);

/** A value as clients see it. */
export const MeasurementRepresentation = deferred(() =>
  z
    .object({
      id: measurementId,
      type: MeasurementTypeName,
      date: described(
        z.string(),
        'The local day, of a sleep the one of waking.',
        '2026-11-20',
      ),
      time: described(
        z.optional(z.string()),
        'When it was measured or began, with the offset of the place, or `Z` if that is unknown.',
        '2026-11-20T07:10:00+01:00',
      ),
      value: z.number().check(z.describe('The value, in `unit`.')),
      unit: UnitName,
      diastolic: described(
        z.optional(z.number()),
        'The diastolic value of a blood pressure.',
      ),
      sleep: z
        .optional(z.object(sleepMembers))
        .check(
          z.describe(
            'The sleep, whose time asleep is the value. Stages are absent if unknown.',
          ),
        ),
      external_id: described(
        z.optional(z.string()),
        'Your id of it. Absent if another source has sent it.',
      ),
      source: z
        .object({
          origin: z
            .enum(['connection', 'inbox', 'file', 'application', 'person'])
            .check(
              z.describe(
                'A remote `connection`, an `inbox` of the user, an imported `file`, an ' +
                  '`application`, or the `person`, who has entered it.',
              ),
            ),
          remote_connection_type: z.optional(remoteConnectionType),
          remote_connection_id: z.optional(
            described(z.string(), 'The id of the remote connection.'),
          ),
          data_source_id: z.optional(
            described(z.string(), 'The id of the data source that measured it.'),
          ),
          attribution: z.optional(
            described(
              z.string(),
              'The words that the terms of the provider require wherever the value is shown to ' +
                'people.',
            ),
          ),
          is_own: z
            .boolean()
            .check(
              z.describe('Whether your application has sent it, and can delete it.'),
            ),
        })
        .check(z.meta({ id: 'MeasurementSource', description: 'Where it comes from.' })),
    })
    .check(
      z.meta({ id: 'Measurement', description: 'A value of the body, or a sleep.' }),
    ),
);

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

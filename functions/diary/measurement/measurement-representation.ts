import * as z from 'zod/mini';
import { remoteConnectionType } from '#functions/diary/entry/source.ts';
import { OriginalRepresentation } from '#functions/diary/entry/source-representation.ts';
import { deferred, described } from '#shared/contract/schema.ts';
import { MeasurementTypeName, sleepMembers, UnitName } from './measurement-input.ts';

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
        .optional(z.object({ ...sleepMembers, end: z.string() }))
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
          original: z.optional(OriginalRepresentation),
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

import * as z from 'zod/mini';
import { CalendarDate, DateTime, quantity } from '#functions/diary/entry/values.ts';
import { described, text, whenValid } from '#shared/contract/schema.ts';
import type { SentMeasurement } from './measurement.ts';
import { maxMonths } from './measurement-month.ts';
import {
  diastolicBounds,
  listUnits,
  maxSleep,
  typeNames,
  unitNames,
} from './measurement-types.ts';
import { toMeasurement, valueRules } from './value-rules.ts';

/** The most values of one request. */
export const maxMeasurements = 400;

const seconds = (description: string) =>
  z.optional(quantity({ min: 0, max: maxSleep }, `${description}, in seconds.`));

export const sleepMembers = {
  end: described(DateTime, 'When the person got up.', '2026-11-20T07:05:00+01:00'),
  in_bed: seconds('The time in bed, which is not the time asleep'),
  awake: seconds('The time awake'),
  light: seconds('The time in light sleep'),
  deep: seconds('The time in deep sleep'),
  rem: seconds('The time in REM sleep'),
  is_nap: z.optional(
    z.boolean().check(z.describe('Whether it is a nap, apart from the night.')),
  ),
};

const typeText = typeNames
  .map((type) => `\`${type}\` in ${listUnits(type).join(' or ')}`)
  .join(', ');

export const MeasurementTypeName = z.enum(typeNames).check(
  z.meta({
    id: 'MeasurementType',
    description: `What was measured: ${typeText}. The first unit is the one of responses.`,
  }),
);
export const UnitName = z
  .enum(unitNames)
  .check(z.meta({ id: 'MeasurementUnit', description: 'The unit of `value`.' }));

/** The members of a value as it is sent, without the rules between them. */
export const sentMembers = {
  type: MeasurementTypeName,
  date: z.optional(
    CalendarDate.check(
      z.describe(
        'The local day. Required without a `time`, otherwise that of the `time` at its ' +
          'offset, or of the `end` of a sleep.',
      ),
    ),
  ),
  time: z.optional(
    described(
      DateTime,
      'When it was measured, or the sleep began, with any offset. Required of weight, blood ' +
        'pressure, blood glucose, body temperature and sleep; others have one value a day.',
      '2026-11-20T07:10:00+01:00',
    ),
  ),
  value: described(
    z.number(),
    'The value: of a blood pressure the systolic one, of a sleep the time asleep. A percentage ' +
      'of 1 or less is read as a fraction.',
    80.1,
  ),
  unit: z.optional(UnitName),
  diastolic: z.optional(
    quantity(diastolicBounds, 'The diastolic blood pressure in mmHg.'),
  ),
  sleep: z.optional(z.object(sleepMembers).check(z.meta({ id: 'SleepInput' }))),
  external_id: z.optional(
    described(
      text(100, 1),
      'Your id of the value. One that you send with another time or day of the month moves there.',
    ),
  ),
};

/** A value as it is sent, in any unit of its type. */
export type Sent = z.output<z.ZodMiniObject<typeof sentMembers>>;
type Member = keyof Sent;

const ruleChecks = valueRules.map(({ path, of, check }) =>
  z.refine<Sent>((sent) => check(sent) === undefined, {
    path: [path],
    error: ({ input }) => check(input as Sent),
    when: whenValid(...of),
  }),
);

const MeasurementInput = z.pipe(
  z
    .object(sentMembers)
    .check(...ruleChecks, z.meta({ id: 'MeasurementInput', description: 'A value.' })),
  z.transform(toMeasurement),
);

/** A value as a source states it, before it is checked. */
export type MeasurementReading = { [Name in Member]?: Sent[Name] | undefined } & {
  /** The id of the sleep whose day it has. */
  sleep_id?: string;
};

/** Reads a value that a source states. Returns undefined if it is not plausible. */
export function readMeasurement(
  reading: MeasurementReading,
): SentMeasurement | undefined {
  const read = MeasurementInput.safeParse(reading);
  return read.success ? read.data : undefined;
}

const Placed = z.object({ type: z.string(), date: z.string() });

/** Counts the months of values for each type. What has a problem can be anything. */
function countMonths(sent: readonly unknown[]): number {
  const months = sent.flatMap((value) => {
    const { data } = Placed.safeParse(value);
    return data ? `${data.type} ${data.date.slice(0, 'yyyy-mm'.length)}` : [];
  });
  return new Set(months).size;
}

const items = z.array(MeasurementInput).check(
  z.minLength(1),
  z.maxLength(maxMeasurements),
  z.refine((sent) => countMonths(sent) <= maxMonths.write, {
    error: `must be of at most ${maxMonths.write} months, counted for each type`,
    when: whenValid(),
  }),
);

/** Values to store. */
export const MeasurementsInput = z
  .object({ items })
  .check(z.meta({ id: 'MeasurementsInput' }));

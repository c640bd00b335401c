import type { Formats } from '#functions/account/formats.ts';
import type { MeasuredValue } from '#functions/diary/measurement/measurement.ts';
import {
  getRules,
  type MeasurementType,
} from '#functions/diary/measurement/measurement-types.ts';
import { type MeasuredTexts, measuredTexts } from './measured.texts.ts';

/** The language and the formats of a person. */
interface Reader {
  language: keyof typeof measuredTexts;
  formats: Formats;
}

/** Formats an amount of a type in the person's unit, as in `80.1 kg`. Steps are a number alone. */
export function formatAmount(
  type: MeasurementType,
  amount: number,
  { language, formats }: Reader,
): string {
  const { unit } = getRules(type);
  switch (unit) {
    case 'kg':
      return formats.weight(amount);
    case 'cm':
      return formats.girth(amount);
    case 'percent':
      return formats.percent(amount / 100, 1);
    case 'seconds':
      return formats.duration(amount);
    case 'steps':
      return formats.amount(Math.round(amount));
    default: {
      const symbols: Readonly<Record<string, string>> = measuredTexts[language].units;
      return `${formats.amount(roundTo(unit, amount))} ${symbols[unit] ?? unit}`;
    }
  }
}

/** The units whose averages are shown as whole numbers, as their values are. */
const wholeUnits: readonly string[] = ['bpm', 'ms', 'mmHg'];

function roundTo(unit: string, amount: number): number {
  return wholeUnits.includes(unit) ? Math.round(amount) : Math.round(amount * 10) / 10;
}

/** Formats a value: of a blood pressure both numbers, of a sleep the time asleep. */
export function formatValue(
  type: MeasurementType,
  { value, diastolic }: MeasuredValue,
  reader: Reader,
): string {
  const text = formatAmount(type, value, reader);
  if (diastolic === undefined) return text;
  const [systolic = ''] = text.split(' ', 1);
  return text.replace(
    systolic,
    `${systolic}/${reader.formats.amount(Math.round(diastolic))}`,
  );
}

/** The parts of a sleep of which it states how long they were. */
type SleepPart = keyof MeasuredTexts['parts'];

const statedParts = [
  'deep',
  'rem',
  'light',
  'awake',
  'in_bed',
] as const satisfies SleepPart[];

/** Lists the stages of a sleep, and the times awake and in bed. What is unknown is left out. */
export function listSleepParts({ sleep }: MeasuredValue, { language, formats }: Reader) {
  const labels = measuredTexts[language].parts;
  return statedParts.map((part) => {
    const seconds = sleep?.[part];
    const value = seconds === undefined ? undefined : formats.duration(seconds);
    return { label: labels[part], value };
  });
}

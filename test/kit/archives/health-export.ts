/** The content of the element of a workout, besides its attributes. */
interface WorkoutDetails {
  metadata?: Readonly<Record<string, string>>;
  /** Attributes of the statistics. Their types are without the prefix. */
  statistics?: readonly Readonly<Record<string, string>>[];
  /** The path of its route in the archive. */
  route?: string;
}

/** Builds the element of a workout of an export of Apple Health. */
export function buildHealthWorkout(
  attributes: Readonly<Record<string, string>>,
  { metadata = {}, statistics = [], route }: WorkoutDetails = {},
): string {
  const entries = Object.entries(metadata).map(([key, value]) =>
    element('MetadataEntry', { key, value }),
  );
  const sums = statistics.map(({ type, ...values }) =>
    element('WorkoutStatistics', { type: `HKQuantityTypeIdentifier${type}`, ...values }),
  );
  const reference = route === undefined ? '' : element('FileReference', { path: route });
  const routes = reference && element('WorkoutRoute', {}, reference);
  // Since iOS 16 a workout has activities with statistics of their own.
  const activity = element(
    'WorkoutActivity',
    { uuid: 'A1' },
    element('WorkoutStatistics', {
      type: 'HKQuantityTypeIdentifierDistanceCycling',
      sum: '99',
      unit: 'km',
    }),
  );
  return element('Workout', attributes, [...entries, activity, ...sums, routes].join(''));
}

/** A record of an export, without the prefix of its type. Its end defaults to its start. */
interface HealthRecord {
  type: string;
  start: string;
  end?: string;
  value: string;
  unit?: string;
  source?: string;
  /** The time zone of the place. */
  zone?: string;
  /** The name of the device. */
  device?: string;
}

/** Builds the element of a record. */
export function buildHealthRecord({
  type,
  start,
  end = start,
  value,
  unit = 'count',
  source = 'Watch',
  zone,
  device,
}: HealthRecord): string {
  const isSleep = type === 'SleepAnalysis';
  const prefix = isSleep ? 'HKCategoryTypeIdentifier' : 'HKQuantityTypeIdentifier';
  const attributes = {
    type: `${prefix}${type}`,
    sourceName: source,
    ...(!isSleep && { unit }),
    ...(device && { device: `<<HKDevice: 0x1>, name:${device}>` }),
    startDate: start,
    endDate: end,
    value: isSleep ? `HKCategoryValueSleepAnalysis${value}` : value,
  };
  const metadata = zone && element('MetadataEntry', { key: 'HKTimeZone', value: zone });
  return element('Record', attributes, metadata);
}

/** Builds the document of an export of Apple Health, with its DOCTYPE. */
export function buildHealthExport(elements: readonly string[]): string {
  return `${healthExportStart}${elements.join('\n')}${healthExportEnd}`;
}

export const healthExportStart =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n' +
  '<!-- HealthKit Export Version: 13 -->\n' +
  '<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>\n' +
  '<!ATTLIST HealthData\n  locale CDATA #REQUIRED\n>\n<!ENTITY mine "x">\n]>\n' +
  '<HealthData locale="de_DE">\n <ExportDate value="2026-02-01 10:00:00 +0100"/>\n';

export const healthExportEnd = '\n</HealthData>\n';

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content = '',
): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
  );
  return `<${name}${list.join('')}>${content}</${name}>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

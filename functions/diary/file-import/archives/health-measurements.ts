import type {
  FileSourceOfValues,
  SentMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { NoteChange } from '../formats/file-changes.ts';
import type { XmlAttributes } from '../formats/xml-reader.ts';
import {
  type RecordCollector,
  type RecordOutcome,
  type Room,
  readHealthDevice,
  toRecord,
} from './health-records.ts';
import { collectSleep } from './health-sleep.ts';
import { collectSteps } from './health-steps.ts';
import { collectDays, collectTimes } from './health-values.ts';

/** Values of one type from one source, of any number of months. */
export interface MeasurementGroup {
  /** The device or the app, as Apple names it. */
  source_name: string;
  /** The device that has measured them, if it is stated. */
  device?: StatedDevice;
  /** Of an export, what it states beside the name. */
  stated?: Omit<FileSourceOfValues, 'kind' | 'source_name'>;
  values: readonly SentMeasurement[];
}

/**
 * The values of the body in an export. Memory holds the values of days, the parts of sleeps, and
 * the records of the last days of steps.
 */
export interface HealthMeasurements {
  /** Adds a record, and the time zone of its place if it states one. */
  add(record: XmlAttributes, zone: string | undefined): void;
  hasRecords(): boolean;
  /** Lists the values, and notes what was left out. */
  list(note: NoteChange): Iterable<MeasurementGroup>;
}

/** Starts the collection of one type of values from one source. */
type CreateCollector = (room: Room) => RecordCollector;

const collectPressures: CreateCollector = (room) => collectTimes('blood_pressure', room);

/** The collectors by the types of quantities. Two types are one blood pressure. */
const quantities: Readonly<Record<string, CreateCollector>> = {
  StepCount: collectSteps,
  BodyMass: (room) => collectTimes('weight', room),
  BodyFatPercentage: (room) => collectDays('body_fat', { room }),
  LeanBodyMass: (room) => collectDays('lean_mass', { room }),
  WaistCircumference: (room) => collectDays('waist', { room }),
  RestingHeartRate: (room) => collectDays('resting_heart_rate', { room }),
  HeartRateVariabilitySDNN: (room) => collectDays('hrv_sdnn', { isMean: true, room }),
  OxygenSaturation: (room) => collectDays('oxygen_saturation', { isMean: true, room }),
  RespiratoryRate: (room) => collectDays('respiratory_rate', { isMean: true, room }),
  VO2Max: (room) => collectDays('vo2_max', { room }),
  BodyTemperature: (room) => collectTimes('body_temperature', room),
  BloodGlucose: (room) => collectTimes('blood_glucose', room),
  BloodPressureSystolic: collectPressures,
  BloodPressureDiastolic: collectPressures,
};

const collectorsByType = new Map<string, CreateCollector>([
  ['HKCategoryTypeIdentifierSleepAnalysis', collectSleep],
  ...Object.entries(quantities).map(
    ([name, create]) => [`HKQuantityTypeIdentifier${name}`, create] as const,
  ),
]);

/** Returns whether records of a type are values of the body that are kept. */
export function isMeasurementRecord(type = ''): boolean {
  return collectorsByType.has(type);
}

/** Bounds of what is in memory: people have a few sources, and some thousand days of each type. */
const maxSources = 50;
const maxZones = 200;
const maxValues = 200_000;

const maxNameLength = 100;

/** What a source has, and the device that its records name. */
interface OfSource {
  device?: StatedDevice | undefined;
  collectors: Map<CreateCollector, RecordCollector>;
}

/** Starts to collect the values of the body. */
export function collectMeasurements(): HealthMeasurements {
  const room = { left: maxValues };
  const sources = new Map<string, OfSource>();
  const counts: Record<RecordOutcome, number> = { kept: 0, implausible: 0, left_out: 0 };

  const zones = new Map<string, string>();

  /** Returns a copy, because the parser's text keeps the whole piece of the document in memory. */
  const copyZone = (zone = ''): string | undefined => {
    const copied = zones.get(zone);
    if (copied !== undefined || zone === '' || zones.size >= maxZones) return copied;
    const copy = Buffer.from(zone).toString();
    zones.set(copy, copy);
    return copy;
  };
  const findSource = (sourceName = '') => {
    const name = sourceName.replaceAll(/\s+/g, ' ').trim().slice(0, maxNameLength);
    const found = sources.get(name);
    if (found || sources.size >= maxSources) return found;
    const source: OfSource = { collectors: new Map() };
    sources.set(Buffer.from(name).toString(), source);
    return source;
  };
  const add = (attributes: XmlAttributes, zone: string | undefined): RecordOutcome => {
    const create = collectorsByType.get(attributes.type ?? '');
    const record = toRecord(attributes, copyZone(zone));
    if (!create || !record) return 'implausible';
    const source = findSource(attributes.sourceName);
    if (!source) return 'left_out';
    source.device ??= readHealthDevice(attributes.device);
    const collector = source.collectors.get(create) ?? create(room);
    source.collectors.set(create, collector);
    return collector.add(record);
  };

  return {
    add(attributes, zone) {
      counts[add(attributes, zone)] += 1;
    },
    hasRecords: () => counts.kept + counts.implausible + counts.left_out > 0,
    *list(note) {
      note('values_implausible', counts.implausible);
      note('values_left_out', counts.left_out);
      for (const [source_name, { device, collectors }] of sources)
        for (const collector of collectors.values())
          yield {
            source_name: source_name || 'Apple Health',
            values: [...collector.list(note)],
            ...compact({ device }),
          };
    },
  };
}

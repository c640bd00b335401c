import { isVirtualProgram } from '#functions/diary/entry/indoors.ts';
import type { Sensor } from '#functions/diary/entry/origin.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import { maxWorkouts } from './decoded-file.ts';
import { type ClockFacts, readActivityEnd, readCorrelation } from './fit-clock.ts';
import { type DeviceNames, readSensor } from './fit-device.ts';
import {
  type FitMessage,
  type FitPart,
  type FitReading,
  readFitMessages,
} from './fit-reader.ts';
import { type FitSession, readSession, type SessionContext } from './fit-session.ts';
import { readTimerEvent, type TimerEvent } from './fit-timer.ts';
import { type FitLap, type FitLength, readLap, readLength } from './fit-totals.ts';

/** The index of the device that wrote the file, among those of an activity. */
const creatorIndex = 0;

/** The most laps, lengths and events of the timer that a part keeps. Further ones are ignored. */
const maxKept = 10_000;

/** The facts of a part besides its records. */
export interface FitFacts extends ClockFacts {
  fileType?: number | undefined;
  /** The recording, wherever the file is copied to. */
  identity?: string | undefined;
  /** The sport of sessions that do not state theirs. */
  fileSport: Pick<FitSession, 'sport' | 'sub_sport' | 'profile'>;
  /** The names that the file has for the device that wrote it. */
  file?: DeviceNames;
  /** The names that the device has for itself. */
  creator?: DeviceNames;
  sessions: FitSession[];
  laps: FitLap[];
  lengths: FitLength[];
  events: TimerEvent[];
  sensors: Set<Sensor>;
  /** The numbers of the fields that its records have. */
  recorded: Set<number>;
}

/** A part of a file, and the steps that are left for all of its parts. */
export interface PartSource {
  bytes: Uint8Array;
  part: FitPart;
  steps: FitReading['steps'];
}

/** Reads messages by the numbers of their kinds. */
const factReaders = new Map<number, (facts: FitFacts, message: FitMessage) => void>([
  [0, readFileId],
  [12, readSport],
  [18, (facts, message) => facts.sessions.push(readSession(message))],
  [19, (facts, message) => keep(facts.laps, readLap(message))],
  [21, (facts, message) => keep(facts.events, readTimerEvent(message))],
  [23, readDeviceInfo],
  [34, readActivityEnd],
  [101, (facts, message) => keep(facts.lengths, readLength(message))],
  [162, readCorrelation],
]);
const factKinds: ReadonlySet<number> = new Set(factReaders.keys());
/** The kind of records, of which a file has thousands. */
export const recordKind = 20;

function keep<Kept>(all: Kept[], one: Kept | undefined): void {
  if (one !== undefined && all.length < maxKept) all.push(one);
}

/** Reads everything of a part but its records. */
export function readFacts(source: PartSource): FitFacts {
  const facts: FitFacts = {
    fileSport: { sport: undefined, sub_sport: undefined, profile: undefined },
    sessions: [],
    laps: [],
    lengths: [],
    events: [],
    sensors: new Set(),
    recorded: new Set(),
  };
  readFitMessages(source.bytes, source.part, {
    kinds: factKinds,
    steps: source.steps,
    visit(message) {
      factReaders.get(message.kind)?.(facts, message);
      return facts.sessions.length > maxWorkouts;
    },
    define(kind, fields) {
      if (kind === recordKind) for (const field of fields) facts.recorded.add(field);
    },
  });
  return facts;
}

function readFileId(facts: FitFacts, message: FitMessage): void {
  const manufacturer = message.getNumber(1);
  const serial = message.getNumber(3);
  const created = message.getNumber(4);
  facts.fileType ??= message.getNumber(0);
  if (manufacturer !== undefined && serial !== undefined && created !== undefined) {
    facts.identity ??= `fit-${manufacturer}-${serial}-${created}`;
  }
  const product = message.getNumber(2);
  facts.file ??= { manufacturer, product, name: message.getText(8) };
}

function readSport({ fileSport }: FitFacts, message: FitMessage): void {
  fileSport.sport ??= message.getNumber(0);
  fileSport.sub_sport ??= message.getNumber(1);
  fileSport.profile ??= message.getText(3);
}

function readDeviceInfo(facts: FitFacts, message: FitMessage): void {
  const sensor = readSensor(message);
  if (sensor) facts.sensors.add(sensor);
  if (message.getNumber(0) !== creatorIndex || facts.creator?.name) return;
  facts.creator = {
    manufacturer: message.getNumber(2),
    product: message.getNumber(4),
    name: message.getText(27),
  };
}

/** Makers that write UTC as the local time: TomTom and COROS. */
const utcMakers: ReadonlySet<number> = new Set([71, 294]);

/** Programs with a screen, by the numbers that they have as makers. */
const virtualMakers: ReadonlySet<number> = new Set([
  67, 89, 144, 260, 281, 282, 284, 295, 307, 315, 331,
]);

/** Returns what the maker of a file is known for. */
export function describeMaker(
  { file, creator }: FitFacts,
  device: StatedDevice | undefined,
): Pick<SessionContext, 'isZeroDoubtful' | 'isVirtual'> {
  const maker = file?.manufacturer ?? creator?.manufacturer ?? Number.NaN;
  const names = [device?.manufacturer, device?.model];
  return {
    isZeroDoubtful: utcMakers.has(maker),
    isVirtual: virtualMakers.has(maker) || isVirtualProgram(...names),
  };
}

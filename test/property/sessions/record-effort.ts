import type { MergedMember } from '#functions/diary/entry/merged-fields.ts';
import type { Sensor } from '#functions/diary/entry/origin.ts';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import {
  toImportedFields,
  type Workout,
} from '#functions/diary/workout-import/workout.ts';
import { createRandom, type Random } from '#kit/random.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  findTruth,
  type Measured,
  measure,
  pickSensors,
  type Truth,
} from './measure-effort.ts';
import {
  type RecordingProvider,
  type Sport,
  speeds,
  sportWords,
  toActivityType,
} from './sports.ts';

/** A time span in epoch seconds. */
export interface Span {
  start: number;
  end: number;
}

/** The true activity of a person. */
export interface Effort extends Span {
  sport: Sport;
  pauses?: readonly Span[];
}

/** A record by one provider. What it does not name is as it really was. */
export interface RecordVariation extends Partial<Span> {
  sport?: Sport;
  /** The provider's word for the sport. */
  word?: string;
  /** A factor of the distance. */
  distance?: number;
  /** Whether the provider does not know the time zone. */
  hasNoZone?: boolean;
}

export interface Person {
  id: number;
  providers: readonly [RecordingProvider, ...RecordingProvider[]];
  /** Seconds east of UTC. */
  offset: number;
}

/** Returns the entry of a provider about an effort. Each call imports another workout. */
export type RecordEffort = (
  effort: Effort,
  provider: RecordingProvider,
  variation?: RecordVariation,
) => ImportedEntry;

/**
 * Returns a function that records efforts of a person. `truths` gets the true numbers of each
 * effort by the ids of its entries.
 */
export function createRecorder(
  person: Person,
  random: Random,
  truths: Map<string, Truth>,
): RecordEffort {
  let count = 0;
  // What is measured makes no difference to the sessions.
  const measuring = createRandom(person.id);

  return (effort, provider, variation = {}) => {
    count += 1;
    const { sport = effort.sport, hasNoZone = false } = variation;
    const { word = random.pick<string>(sportWords[sport][provider]) } = variation;
    const span = pressButtons({ ...effort, ...variation }, random);
    const times = toTimes(provider, span, effort.pauses ?? [], random);
    const truth = findEffortTruth(effort);
    const sensors = pickSensors(provider, effort.sport, measuring);
    const reported = drawReported(sport, random);
    const measured = measureAll(truth, reported, sensors, measuring);
    const factor = variation.distance ?? 1;
    const distance = measured.distance && Math.round(measured.distance * factor);
    const workout: Workout = {
      remote_id: `${person.id}-${count}`,
      start_time: new Date(span.start * 1000).toISOString(),
      ...times,
      ...compact({
        utc_offset: hasNoZone ? undefined : person.offset,
        ...measured,
        distance,
        sensors,
        is_relayed:
          provider === 'strava' && random.chance(0.5) ? (true as const) : undefined,
      }),
      ...toActivityType(provider, word),
    };
    const origin = { remote_connection_type: provider, remote_connection_id: provider };
    truths.set(`${provider} ${workout.remote_id}`, truth);
    const readAt = new Date(span.end * 1000);
    const fields = toImportedFields(workout, origin, readAt);
    return { id: `${provider} ${workout.remote_id}`, ...fields };
  };
}

/** A person starts and stops devices one after the other, within a minute or so. */
function pressButtons({ start, end }: Span, random: Random): Span {
  const slack = Math.min(60, Math.round((end - start) * 0.06));
  return {
    start: start + random.integer(-10, slack),
    end: end + random.integer(-slack, slack),
  };
}

/** Returns the times that a provider reports. Each treats pauses differently. */
function toTimes(
  provider: RecordingProvider,
  span: Span,
  pauses: readonly Span[],
  random: Random,
): Pick<Workout, 'duration' | 'elapsed'> {
  const elapsed = span.end - span.start;
  const paused = pauses.reduce((sum, pause) => sum + getCommonTime(pause, span), 0);
  if (provider === 'whoop') return { duration: elapsed };
  if (provider === 'polar') return { duration: elapsed - paused };
  // Strava measures movement. The others know the pauses that the device has noticed.
  const isNoticed = provider === 'strava' || random.chance(0.6);
  return { duration: isNoticed ? elapsed - paused : elapsed, elapsed };
}

function getCommonTime(one: Span, other: Span): number {
  const start = Math.max(one.start, other.start);
  return Math.max(0, Math.min(one.end, other.end) - start);
}

/** Returns the true numbers of an effort, the same for each clock. */
function findEffortTruth({ sport, start, end, pauses = [] }: Effort): Truth {
  const paused = pauses.reduce((sum, pause) => sum + pause.end - pause.start, 0);
  return findTruth(sport, end - start - paused, createRandom(end - start));
}

type MeasuredNumbers = Partial<
  Record<Exclude<MergedMember, 'elevation_change'> | 'elevation_gain', number | undefined>
>;

/** The numbers that a device reports at all. */
interface Reported {
  distance: boolean;
  rates: boolean;
  energy: boolean;
}

/** Draws what is reported. Each draw is followed by one more, as when the sessions were chosen. */
function drawReported(sport: Sport, random: Random): Reported {
  const draw = (share: number) => random.chance(share) && random.next() < 1;
  const hasNoDistance = speeds[sport] === undefined || random.chance(0.15);
  return {
    distance: !hasNoDistance && random.next() < 1,
    rates: draw(0.7),
    energy: draw(0.8),
  };
}

/** Returns what a device measures of the true numbers that it reports. */
function measureAll(
  { distance, max_speed, elevation_change, energy, ...rates }: Truth,
  reported: Reported,
  sensors: readonly Sensor[],
  random: Random,
): MeasuredNumbers {
  const measured = (member: Measured, truth: number | undefined, isReported: boolean) =>
    truth !== undefined && isReported
      ? measure(member, truth, sensors, random)
      : undefined;
  const kind = reported.rates ? 'energy' : 'guessed_energy';
  return {
    distance: measured('distance', distance, reported.distance),
    max_speed: measured('max_speed', max_speed, random.chance(0.6)),
    elevation_gain: measured('elevation_change', elevation_change, random.chance(0.6)),
    avg_heart_rate: measured('avg_heart_rate', rates.avg_heart_rate, reported.rates),
    max_heart_rate: measured('max_heart_rate', rates.max_heart_rate, reported.rates),
    energy: measured(kind, energy, reported.energy),
  };
}

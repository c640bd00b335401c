import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import {
  toImportedFields,
  type Workout,
} from '#functions/diary/workout-import/workout.ts';
import type { Random } from '#kit/random.ts';
import { compact } from '#shared/runtime/compact.ts';
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

/** Returns a function that records efforts of a person. */
export function createRecorder(person: Person, random: Random): RecordEffort {
  let count = 0;

  return (effort, provider, variation = {}) => {
    count += 1;
    const { sport = effort.sport, hasNoZone = false } = variation;
    const { word = random.pick<string>(sportWords[sport][provider]) } = variation;
    const span = pressButtons({ ...effort, ...variation }, random);
    const times = toTimes(provider, span, effort.pauses ?? [], random);
    const workout: Workout = {
      remote_id: `${person.id}-${count}`,
      start_time: new Date(span.start * 1000).toISOString(),
      ...times,
      ...compact({
        utc_offset: hasNoZone ? undefined : person.offset,
        distance: measureDistance(sport, times.duration, variation, random),
        avg_heart_rate: random.chance(0.7) ? random.integer(90, 170) : undefined,
        energy: random.chance(0.8) ? random.integer(50, 900) : undefined,
        is_relayed:
          provider === 'strava' && random.chance(0.5) ? (true as const) : undefined,
      }),
      ...toActivityType(provider, word),
    };
    const origin = { remote_connection_type: provider, remote_connection_id: provider };
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

function measureDistance(
  sport: Sport,
  duration: number,
  { distance: factor = 1 }: RecordVariation,
  random: Random,
): number | undefined {
  const speed = speeds[sport];
  if (speed === undefined || random.chance(0.15)) return undefined;
  return Math.round(duration * speed * factor * random.real(0.96, 1.04));
}

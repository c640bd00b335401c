import { appleSports } from '#functions/diary/file-import/archives/apple-sports.data.ts';
import { toPlausible } from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { exerciseTypes } from './health-connect-exercises.data.ts';
import { readTime, type TimedMoment } from './moment.ts';
import {
  isMembers,
  type Members,
  type PushedWorkout,
  readId,
  readNumber,
  readText,
} from './push.ts';

/** Meters of a unit of length. */
const meters: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  mi: 1609.344,
  yd: 0.9144,
  ft: 0.3048,
};

/** Kilocalories of a unit of energy. */
const kilocalories: Readonly<Record<string, number>> = { kcal: 1, kj: 1 / 4.184 };

/**
 * Reads a workout of Health Auto Export, of its version 2 or 1. Its name is in the language of the
 * phone: one that is unknown is another activity, which keeps the name.
 */
export function readAppleWorkout(sent: Members, zone: string): PushedWorkout | undefined {
  const start = readTime(sent.start, zone);
  const end = readTime(sent.end, zone);
  const name = readText(sent.name) ?? readText(sent.workoutActivityType) ?? '';
  if (!start || !end) return undefined;
  const elapsed = toMs(end) / 1000 - toMs(start) / 1000;
  const heartRate = isMembers(sent.heartRate) ? sent.heartRate : {};
  const elevation = isMembers(sent.elevation) ? sent.elevation : {};
  const ascent = { qty: elevation.ascent, units: elevation.units };
  const energy = sent.activeEnergyBurned ?? sent.activeEnergy ?? sent.totalEnergy;
  const workout = toPlausible({
    ...toStart(start),
    ...mapSport(appleSports, name, [name.replaceAll(/\s/g, '')]),
    duration: readNumber(sent.duration) ?? elapsed,
    elapsed,
    energy: convert(energy, kilocalories),
    distance: convert(sent.distance, meters),
    elevation_gain: convert(sent.elevationUp, meters) ?? convert(ascent, meters),
    avg_heart_rate: readQuantity(sent.avgHeartRate ?? heartRate.avg),
    max_heart_rate: readQuantity(sent.maxHeartRate ?? heartRate.max),
  });
  // Version 1 has no id.
  const id = readId(sent.id) ?? toDigest(JSON.stringify([start, end, name]));
  return workout && { id, workout };
}

/** Reads a session of Health Connect, which has neither distance nor energy. */
export function readExercise(sent: Members, zone: string): PushedWorkout | undefined {
  const start = readTime(sent.start_time, zone);
  const end = readTime(sent.end_time, zone);
  const id = readId(sent.uuid);
  if (!start || !end || id === undefined) return undefined;
  const type = readText(sent.type) ?? '';
  const elapsed = (toMs(end) - toMs(start)) / 1000;
  const workout = toPlausible({
    ...toStart(start),
    ...mapSport({}, exerciseTypes[type] ?? type),
    duration: readNumber(sent.duration_seconds) ?? elapsed,
    elapsed,
  });
  return workout && { id, workout };
}

function toMs({ time }: TimedMoment): number {
  return Date.parse(time);
}

function toStart(start: TimedMoment) {
  const ms = toMs(start);
  const localMs = Date.parse(`${start.time.slice(0, 19)}Z`);
  return { start_time: new Date(ms).toISOString(), utc_offset: (localMs - ms) / 1000 };
}

/** Reads a number, or one in the form `{qty, units}`. */
function readQuantity(value: unknown): number | undefined {
  return readNumber(isMembers(value) ? value.qty : value);
}

function convert(
  value: unknown,
  factors: Readonly<Record<string, number>>,
): number | undefined {
  const qty = readQuantity(value);
  if (qty === undefined || !isMembers(value)) return undefined;
  const factor = factors[String(value.units).trim().toLowerCase()];
  return factor === undefined ? undefined : qty * factor;
}

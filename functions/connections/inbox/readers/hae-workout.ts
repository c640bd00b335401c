import { kilojoulesPerCalorie } from '#functions/diary/entry/bounds.ts';
import { appleSports } from '#functions/diary/file-import/archives/apple-sports.data.ts';
import type { PushedWorkout } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import { toPlausible } from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { compact } from '#shared/runtime/compact.ts';
import { recordPoints } from './hae-points.ts';
import { placeWords, workoutWords } from './hae-words.data.ts';
import { readTime, toSpan } from './moment.ts';
import {
  isMembers,
  listObjects,
  type Members,
  readId,
  readNumber,
  readSource,
  readText,
} from './push.ts';

type Factors = Readonly<Record<string, number>>;

/** Meters of a unit of length. */
const meters: Factors = { m: 1, km: 1000, mi: 1609.344, yd: 0.9144, ft: 0.3048 };

/** Meters per second of a unit of speed. */
const speeds: Factors = { 'm/s': 1, kmph: 1 / 3.6, 'km/h': 1 / 3.6, mph: 0.447_04 };

/** Kilocalories of a unit of energy. */
const kilocalories: Factors = { kcal: 1, kj: 1 / kilojoulesPerCalorie };

/**
 * Reads a workout of Health Auto Export, of its version 2 or 1. Its name is in the language of the
 * phone: one that is neither English nor German, or unknown, is another activity, which keeps the
 * name. Returns undefined if it is no workout.
 */
export function readHaeWorkout(sent: Members, zone: string): PushedWorkout | undefined {
  const start = readTime(sent.start, zone);
  const end = readTime(sent.end, zone);
  if (!start || !end) return undefined;
  const heartRate = isMembers(sent.heartRate) ? sent.heartRate : {};
  const elevation = isMembers(sent.elevation) ? sent.elevation : {};
  const ascent = { qty: elevation.ascent, units: elevation.units };
  const name = readText(sent.name)?.toWellFormed() ?? '';
  const stated = toPlausible({
    ...toSpan(start, end, sent.duration),
    ...findSport(name, readText(sent.location)),
    energy:
      convert(sent.activeEnergyBurned, kilocalories) ??
      convert(sent.activeEnergy, kilocalories) ??
      convert(sent.totalEnergy, kilocalories),
    distance: convert(sent.distance, meters),
    max_speed: convert(sent.maxSpeed, speeds),
    elevation_gain: convert(sent.elevationUp, meters) ?? convert(ascent, meters),
    avg_heart_rate: readQuantity(sent.avgHeartRate) ?? readQuantity(heartRate.avg),
    max_heart_rate: readQuantity(sent.maxHeartRate) ?? readQuantity(heartRate.max),
  });
  if (!stated) return undefined;
  // Version 1 has no id.
  const [startMs, endMs] = [start, end].map(({ time }) => Date.parse(time));
  const id = readId(sent.id) ?? toDigest(JSON.stringify([startMs, endMs, name]));
  const sampled = recordPoints(sent, stated, zone);
  const source_name = sampled && findSource(sent);
  return { id, stated, ...compact({ sampled, source_name }) };
}

const placedName = new RegExp(
  `^(${Object.keys(placeWords).join('|')})[ -]+(?=\\S)`,
  'iu',
);

/** A name, with a place or a short form in brackets behind it: `Laufen (Outdoor)`. */
const bracketedName = /^(.*?)(?:\(([^()]*)\))?\s*$/su;

function findSport(sent: string, location = '') {
  const name = sent.normalize();
  const [named = '', begin] = placedName.exec(name) ?? [];
  const [, sportName = '', end] = bracketedName.exec(name.slice(named.length)) ?? [];
  const rest = sportName.trim().toLowerCase();
  const place = findWord(placeWords, location || begin || end || '') ?? '';
  const sport = findWord(workoutWords, rest) ?? rest;
  const placed = `${place} ${sport}`;
  const joined = [placed.replace(' water', ''), sport].map((words) =>
    words.replaceAll(' ', ''),
  );
  const { activity_type_id } = mapSport(appleSports, placed, [...joined, sport]);
  return { activity_type_id, remote_activity: sent };
}

function findWord(
  words: Readonly<Record<string, string>>,
  word: string,
): string | undefined {
  const known = word.trim().toLowerCase().normalize();
  return Object.hasOwn(words, known) ? words[known] : undefined;
}

/** Samples name what has recorded them. */
function findSource({ heartRateData, activeEnergy }: Members): string | undefined {
  const samples = [heartRateData, activeEnergy].flatMap((list) =>
    listObjects(list).slice(0, 1),
  );
  return samples.map(({ source }) => readSource(source)).find(Boolean);
}

/** Reads a number, or one in the form `{qty, units}`. */
function readQuantity(value: unknown): number | undefined {
  return readNumber(isMembers(value) ? value.qty : value);
}

function convert(value: unknown, factors: Factors): number | undefined {
  const qty = readQuantity(value);
  if (qty === undefined || !isMembers(value)) return undefined;
  const unit = readText(value.units)?.trim().toLowerCase() ?? '';
  return Object.hasOwn(factors, unit) ? qty * (factors[unit] ?? 0) : undefined;
}

import { appleSports } from '#functions/diary/file-import/archives/apple-sports.data.ts';
import type { PushedWorkout } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import { toPlausible } from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { compact } from '#shared/runtime/compact.ts';
import { exerciseTypes } from './health-connect-exercises.data.ts';
import { readTime, toSpan } from './moment.ts';
import { type Members, readId, readNumber, readSource, readText } from './push.ts';

/**
 * Reads a session of Health Connect, which has neither energy nor heart rates, or of an iPhone.
 * Returns undefined if it is none. HC Webhook has no ids.
 */
export function readExercise(sent: Members, zone: string): PushedWorkout | undefined {
  const start = readTime(sent.start_time, zone);
  const end = readTime(sent.end_time, zone);
  if (!start || !end) return undefined;
  const type = readText(sent.type) ?? '';
  const source_name = readSource(sent.source ?? sent.data_origin);
  const stated = toPlausible({
    ...toSpan(start, end, sent.duration_seconds),
    ...findSport(type),
    distance: readNumber(sent.distance_meters),
  });
  const startMs = Date.parse(start.time);
  const id = readId(sent.uuid) ?? toDigest(JSON.stringify([type, source_name, startMs]));
  return stated && { id, stated, ...compact({ source_name }) };
}

/** The type is the number of Health Connect, or a name of Apple. An unknown number is no name. */
function findSport(type: string) {
  const known = Object.hasOwn(exerciseTypes, type) ? exerciseTypes[type] : undefined;
  const word = known ?? (/^\d+$/.test(type) ? '' : type.toWellFormed());
  return mapSport(appleSports, word, [word.replaceAll(/[\s_]/g, '')]);
}

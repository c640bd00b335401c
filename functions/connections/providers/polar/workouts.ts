import * as z from 'zod/mini';
import {
  createRequest,
  type ErrorRules,
  interpretForbidden,
  toGet,
  toProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import { fetchById } from '#functions/connections/provider-definition/list-workouts.ts';
import type { ProviderDefinition } from '#functions/connections/provider-definition/provider.ts';
import {
  createWorkout,
  OptionalText,
  Reading,
  RemoteId,
  readWorkouts,
} from '#functions/connections/provider-definition/readings.ts';
import { formatInstant } from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { parseResponse } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { polarSports } from './sports.data.ts';

/** Polar sends 403 without all mandatory consents. */
export const polarErrors: ErrorRules = { interpret: interpretForbidden };

const exercisesUrl = 'https://www.polaraccesslink.com/v3/exercises';

const Exercise = z.object({
  id: RemoteId,
  /** The local time, without a zone. */
  start_time: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/)),
  /** Minutes. Documented as always present. */
  start_time_utc_offset: Reading,
  duration: z.string(),
  calories: Reading,
  distance: Reading,
  heart_rate: z.catch(
    z.optional(z.object({ average: Reading, maximum: Reading })),
    undefined,
  ),
  sport: OptionalText,
  detailed_sport_info: OptionalText,
  device: OptionalText,
  has_route: z.catch(z.optional(z.boolean()), undefined),
});
type Exercise = z.output<typeof Exercise>;

/**
 * Lists the workouts that were uploaded in the last 30 days, without paging or filter. A workout
 * missing from the list may still exist, e.g. because it is older or the person registered later.
 */
export const listPolarWorkouts: ProviderDefinition['listWorkouts'] = async (
  { send, now },
  { access_token },
  { from },
) => {
  const response = await send(toGet(exercisesUrl, access_token));
  if (!response.ok) return failure(toProviderFailure(response.error, now, polarErrors));

  const isEmpty = response.value.status === 204;
  const items = isEmpty
    ? success([])
    : parseResponse(response.value, z.array(z.unknown()));
  if (!items.ok) return failure(toProviderFailure(items.error, now, polarErrors));

  const read = readWorkouts(items.value, Exercise, toWorkout);
  const first = from.toISOString();
  const workouts = read.workouts.filter(({ start_time }) => start_time >= first);
  // No call reads the cursor, because every list starts at the beginning.
  return success({ ...read, workouts, cursor: now.toISOString(), hasMore: false });
};

export const fetchPolarWorkout = fetchById({
  request: createRequest(polarErrors),
  url: exercisesUrl,
  Item: Exercise,
  toWorkout,
});

function toWorkout(exercise: Exercise): Workout | undefined {
  const { start_time, start_time_utc_offset: minutes, heart_rate, device } = exercise;
  const localMs = Date.parse(`${start_time}Z`);
  const startMs = localMs - (minutes ?? 0) * 60_000;
  const word = exercise.detailed_sport_info ?? exercise.sport ?? 'OTHER';
  return createWorkout({
    remote_id: exercise.id,
    start_time: formatInstant(startMs),
    utc_offset: minutes === undefined ? undefined : minutes * 60,
    has_floating_start: minutes === undefined ? true : undefined,
    duration: parseDuration(exercise.duration),
    energy: exercise.calories,
    distance: exercise.distance,
    avg_heart_rate: heart_rate?.average,
    max_heart_rate: heart_rate?.maximum,
    ...mapSport(polarSports, word),
    device: device ? toDevice(device) : undefined,
    sensors: exercise.has_route ? ['positions'] : undefined,
  });
}

function toDevice(name: string): Workout['device'] {
  return { manufacturer: 'Polar', model: name.replace(/^Polar /, '') };
}

/** Returns the seconds of an ISO 8601 duration such as `PT2H44M12.5S`. */
function parseDuration(duration: string): number | undefined {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration);
  if (!match) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

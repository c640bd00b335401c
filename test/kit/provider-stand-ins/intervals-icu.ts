import {
  listAccountWorkouts,
  listMeasured,
  type StandInBehavior,
  type StandInRequest,
  type StandInResponse,
  type StandInWorkout,
} from './stand-in.ts';

const athlete = 'intervals.icu/api/v1/athlete/0';
const toFailure = (status: number, error: string): StandInResponse => ({
  status,
  body: { status, error },
});

/** The word for activities that came from Strava, of which lists have only a stub. */
export const ofStrava = 'STRAVA';

/**
 * Intervals.icu: a personal key by Basic, lists without pages by days of the place, the newest
 * first. The access token of a grant is the key.
 */
export const intervalsIcuStandIn: StandInBehavior = {
  hosts: ['intervals.icu'],
  policy: { codeSeconds: 600, accessSeconds: 100 * 366 * 86_400, rotation: 'stable' },
  run: 'Run',
  toId: (number) => `i${number}`,
  rateLimited: toFailure(429, 'Too many requests'),
  handle(request, state) {
    const { method, path, query } = request;
    const grant = state.grants.authenticate(readKey(request));
    if (!grant) return toFailure(401, 'Auth failed');
    if (method !== 'GET') return toFailure(405, 'Method not allowed');
    const { account } = grant;
    if (path === athlete) return { status: 200, body: { id: account, name: 'Ann' } };
    const [, id] = filePath.exec(path) ?? [];
    if (id !== undefined) return sendFile(state.workouts.get(account)?.get(id));
    if (path === `${athlete}/activities`)
      return list(query, listAccountWorkouts(state, account));
    if (path === `${athlete}/wellness`) {
      const days = listMeasured(state, account, 'wellness');
      return { status: 200, body: days.filter((day) => isWithin(query, readId(day))) };
    }
    return toFailure(404, 'Not found');
  },
};

const filePath = /^intervals\.icu\/api\/v1\/activity\/([^/]+)\/file$/;

/** Activities that were entered have no file, and those of Strava withhold theirs. */
function sendFile(workout: StandInWorkout | undefined): StandInResponse {
  const { file, source } = workout ?? {};
  if (source === ofStrava) return toFailure(422, 'STRAVA activity');
  if (file instanceof Uint8Array) return { status: 200, body: file };
  return toFailure(file ?? 404, 'No file');
}

/** Returns the password of Basic, if the user is the word that stands for keys. */
function readKey({ authorization = '' }: StandInRequest): string {
  const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  return /^API_KEY:(.*)$/.exec(decoded)?.[1] ?? '';
}

function readId(day: object): string {
  return 'id' in day ? String(day.id) : '';
}

/** Returns whether a day of the place is not before `oldest`, and not after `newest`. */
function isWithin(query: URLSearchParams, day: string): boolean {
  const [oldest, newest = '9'] = [query.get('oldest'), query.get('newest') ?? undefined];
  return oldest !== null && day >= oldest && day <= newest;
}

function list(
  query: URLSearchParams,
  workouts: readonly StandInWorkout[],
): StandInResponse {
  if (!query.has('oldest')) return toFailure(422, 'oldest is required');
  const fields = query.get('fields')?.split(',');
  const listed = workouts
    .map(present)
    .filter(({ start_date_local: local }) => isWithin(query, local.slice(0, 10)))
    .toReversed()
    .slice(0, Number(query.get('limit') ?? Number.POSITIVE_INFINITY))
    .map((activity) => {
      const members = Object.entries(activity);
      const named = members.filter(([name]) => !fields || fields.includes(name));
      return Object.fromEntries(named);
    });
  return { status: 200, body: listed };
}

function present(workout: StandInWorkout) {
  const { id, start, offset, duration, distance, energy, device, sport } = workout;
  const local = new Date(Date.parse(start) + offset * 1000).toISOString().slice(0, 19);
  const stub = { id, source: workout.source ?? 'UPLOAD', start_date_local: local };
  if (workout.source === ofStrava)
    return { ...stub, _note: 'STRAVA activities are not available via the API' };
  return {
    ...stub,
    start_date: start.replace('.000', ''),
    type: sport,
    name: 'Morning run',
    distance,
    moving_time: duration,
    elapsed_time: duration,
    average_heartrate: workout.avg_heart_rate,
    max_heartrate: workout.max_heart_rate,
    calories: energy,
    device_name: device ?? null,
    icu_training_load: 42,
  };
}

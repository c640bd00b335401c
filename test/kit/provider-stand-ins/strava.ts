import {
  getBearer,
  listAccountWorkouts,
  type StandInBehavior,
  type StandInRequest,
  type StandInResponse,
  type StandInState,
  type StandInWorkout,
} from './stand-in.ts';

const toFault = (status: number, resource: string, field: string, code: string) => ({
  status,
  body: { message: 'Bad Request', errors: [{ resource, field, code }] },
});

const activities = 'www.strava.com/api/v3/athlete/activities';
const activityPrefix = 'www.strava.com/api/v3/activities/';

/** Strava: faults instead of OAuth errors, local times with a wrong `Z`, calories in details. */
export const stravaStandIn: StandInBehavior = {
  hosts: ['www.strava.com'],
  policy: {
    codeSeconds: 600,
    accessSeconds: 21_600,
    rotation: 'stable',
    keptSeconds: 3600,
  },
  run: 'Run',
  authorizePath: 'www.strava.com/oauth/authorize',
  getCallbackParameters: (scopes) => ({ scope: scopes.join(',') }),
  rateLimited: {
    ...toFault(429, 'Application', 'rate limit', 'exceeded'),
    headers: { 'X-RateLimit-Limit': '200,2000', 'X-RateLimit-Usage': '201,400' },
  },
  handle(request, state) {
    const { method, path } = request;
    if (path === 'www.strava.com/oauth/token') return issueTokens(request, state);
    if (path === 'www.strava.com/oauth/revoke') return revoke(request, state);

    const grant = state.grants.authenticate(getBearer(request));
    if (!grant) return toFault(401, 'Athlete', 'access_token', 'invalid');
    if (!grant.scopes.some((scope) => scope.startsWith('activity:read'))) {
      return toFault(401, 'AccessToken', 'activity:read_permission', 'missing');
    }
    const workouts = listAccountWorkouts(state, grant.account);
    if (method === 'GET' && path === activities) return list(request, workouts, state);

    const workout = workouts.find(({ id }) => path === activityPrefix + id);
    return workout
      ? { status: 200, body: present(workout, 'detail') }
      : toFault(404, 'Activity', 'id', 'not found');
  },
};

function issueTokens({ form }: StandInRequest, state: StandInState): StandInResponse {
  const { client, grants, now } = state;
  if (form.get('client_id') !== client.client_id)
    return toFault(400, 'Application', 'client_id', 'invalid');
  if (form.get('client_secret') !== client.client_secret)
    return toFault(401, 'Application', '', 'invalid');

  const isRefresh = form.get('grant_type') === 'refresh_token';
  const grant = grants.issue(form);
  if (!grant) {
    const [resource, field] = isRefresh
      ? ['RefreshToken', 'refresh_token']
      : ['AuthorizationCode', 'code'];
    return toFault(400, resource, field, 'invalid');
  }
  const tokens = {
    token_type: 'Bearer',
    access_token: grant.access_token,
    refresh_token: grant.refresh_token,
    expires_at: Math.floor(grant.access_expires / 1000),
    expires_in: Math.floor((grant.access_expires - now()) / 1000),
  };
  const athlete = { id: Number(grant.account), username: 'ann' };
  return { status: 200, body: isRefresh ? tokens : { ...tokens, athlete } };
}

function revoke({ form }: StandInRequest, { grants }: StandInState): StandInResponse {
  const token = form.get('token') ?? '';
  const grant = grants.authenticate(token) ?? grants.refresh(token);
  if (grant) grants.revokeAccount(grant.account);
  return { status: 200, body: {} };
}

/** Lists up to 200 a page, oldest first, between the seconds `after` and `before`. */
function list(
  { query }: StandInRequest,
  workouts: readonly StandInWorkout[],
  { maxPageSize = 200 }: StandInState,
): StandInResponse {
  const after = Number(query.get('after') ?? 0) * 1000;
  const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY) * 1000;
  const matching = workouts.filter(({ start }) => {
    const startMs = Date.parse(start);
    return startMs > after && startMs < before;
  });
  const size = Math.min(Number(query.get('per_page') ?? 30), maxPageSize);
  const first = (Number(query.get('page') ?? 1) - 1) * size;
  const items = matching.slice(first, first + size);
  return { status: 200, body: items.map((workout) => present(workout, 'summary')) };
}

function present(workout: StandInWorkout, representation: 'summary' | 'detail') {
  const { id, start, offset, duration, sport, distance, energy, device } = workout;
  const local = new Date(Date.parse(start) + offset * 1000).toISOString();
  const summary = {
    id: Number(id),
    sport_type: sport,
    type: sport,
    start_date: start.replace('.000', ''),
    start_date_local: local.replace('.000', ''),
    timezone: '(GMT+00:00) Etc/UTC',
    utc_offset: offset,
    elapsed_time: duration,
    moving_time: duration,
    distance,
    average_heartrate: workout.avg_heart_rate,
    max_heartrate: workout.max_heart_rate,
  };
  return representation === 'summary'
    ? summary
    : { ...summary, calories: energy, device_name: device };
}

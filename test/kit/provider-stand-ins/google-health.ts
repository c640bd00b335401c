import {
  getBearer,
  listAccountWorkouts,
  listMeasured,
  type StandInBehavior,
  type StandInRequest,
  type StandInResponse,
  type StandInState,
  type StandInWorkout,
} from './stand-in.ts';

const dataPoints = 'health.googleapis.com/v4/users/me/dataTypes/exercise/dataPoints';
const toFailure = (code: number, status: string): StandInResponse => ({
  status: code,
  body: { error: { code, message: status, status } },
});

/** Milliseconds for which the token of a page works. */
const pageTokenMs = 3_600_000;

/** Google Health: PKCE, a stable refresh token that a refresh does not return, 25 a page. */
export const googleHealthStandIn: StandInBehavior = {
  hosts: ['accounts.google.com', 'oauth2.googleapis.com', 'health.googleapis.com'],
  policy: { codeSeconds: 600, accessSeconds: 3600, rotation: 'stable' },
  run: 'RUNNING',
  authorizePath: 'accounts.google.com/o/oauth2/v2/auth',
  getCallbackParameters: (scopes) => ({ scope: scopes.join(' ') }),
  rateLimited: toFailure(429, 'RESOURCE_EXHAUSTED'),
  handle(request, state) {
    const { path, form } = request;
    if (path === 'oauth2.googleapis.com/token') return issueTokens(request, state);
    if (path === 'oauth2.googleapis.com/revoke') {
      const grant = state.grants.refresh(form.get('token') ?? '');
      if (!grant) return { status: 400, body: { error: 'invalid_token' } };
      state.grants.revokeAccount(grant.account);
      return { status: 200, body: {} };
    }
    const grant = state.grants.authenticate(getBearer(request));
    if (!grant) return toFailure(401, 'UNAUTHENTICATED');
    if (path === 'health.googleapis.com/v4/users/me/identity') {
      return { status: 200, body: { healthUserId: grant.account, legacyUserId: 'ABC' } };
    }
    const [, dataType = '', method] =
      /dataTypes\/([a-z0-9-]+)\/dataPoints(:\w+)?$/.exec(path) ?? [];
    const scopeName = scopeNames[dataType] ?? 'health_metrics_and_measurements';
    const isAllowed = grant.scopes.some((scope) => scope.includes(scopeName));
    if (!isAllowed) return toFailure(403, 'PERMISSION_DENIED');
    if (path === dataPoints)
      return list(request, listAccountWorkouts(state, grant.account), state);
    const points = listMeasured(state, grant.account, dataType);
    const member = method === ':dailyRollUp' ? 'rollupDataPoints' : 'dataPoints';
    return { status: 200, body: { [member]: points } };
  },
};

/** The scopes of data types that have another one than most. */
const scopeNames: Readonly<Record<string, string>> = {
  exercise: 'activity_and_fitness',
  steps: 'activity_and_fitness',
  'daily-vo2-max': 'activity_and_fitness',
  sleep: 'sleep',
};

function issueTokens({ form }: StandInRequest, state: StandInState): StandInResponse {
  const { client, grants } = state;
  if (form.get('client_secret') !== client.client_secret)
    return { status: 401, body: { error: 'invalid_client' } };

  const isRefresh = form.get('grant_type') === 'refresh_token';
  const grant = grants.issue(form);
  if (!grant) return { status: 400, body: { error: 'invalid_grant' } };
  const { access_token, refresh_token, scopes } = grant;
  return {
    status: 200,
    body: {
      access_token,
      ...(!isRefresh && { refresh_token }),
      expires_in: grants.policy.accessSeconds - 1,
      scope: scopes.join(' '),
      token_type: 'Bearer',
    },
  };
}

function list(
  { query }: StandInRequest,
  all: readonly StandInWorkout[],
  { maxPageSize = 25, now }: StandInState,
): StandInResponse {
  const filter = query.get('filter') ?? '';
  const [, since] =
    /^exercise\.interval\.civil_start_time >= "([\d:T-]{19})"$/.exec(filter) ?? [];
  if (since === undefined) return toFailure(400, 'INVALID_DATA_POINT_FILTER');

  const matching = all.filter(({ start, offset }) => toLocal(start, offset) >= since);
  const size = Math.min(Number(query.get('pageSize') ?? 25), maxPageSize);
  const [first = 0, issuedAt = now()] = (query.get('pageToken') ?? '0')
    .split(' ')
    .map(Number);
  if (issuedAt < now() - pageTokenMs) return toFailure(400, 'INVALID_ARGUMENT');
  const hasNext = first + size < matching.length;
  return {
    status: 200,
    body: {
      dataPoints: matching.slice(first, first + size).map(present),
      ...(hasNext && { nextPageToken: `${first + size} ${now()}` }),
    },
  };
}

function toLocal(start: string, offset: number): string {
  return new Date(Date.parse(start) + offset * 1000).toISOString().slice(0, 19);
}

/** Presents distances in millimeters, durations with `s`, and 64-bit integers as text. */
function present(workout: StandInWorkout) {
  const { id, start, offset, duration, sport, distance, energy, device } = workout;
  const utcOffset = `${offset}s`;
  const endTime = new Date(Date.parse(start) + duration * 1000).toISOString();
  return {
    name: `users/me/dataTypes/exercise/dataPoints/${id}`,
    dataSource: {
      platform: 'FITBIT',
      ...(device && { device: { displayName: device } }),
    },
    exercise: {
      interval: {
        startTime: start,
        startUtcOffset: utcOffset,
        endTime,
        endUtcOffset: utcOffset,
      },
      exerciseType: sport,
      activeDuration: `${duration}s`,
      metricsSummary: {
        caloriesKcal: energy,
        distanceMillimeters: distance === undefined ? undefined : distance * 1000,
        averageHeartRateBeatsPerMinute:
          workout.avg_heart_rate === undefined
            ? undefined
            : String(workout.avg_heart_rate),
      },
    },
  };
}

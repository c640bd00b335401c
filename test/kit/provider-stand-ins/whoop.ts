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

const host = 'api.prod.whoop.com';
const workouts = `${host}/developer/v2/activity/workout`;

const toFailure = (status: number, message: string): StandInResponse => ({
  status,
  body: { status, message },
});

/** WHOOP: refresh tokens only for `offline`, each for one refresh, and scores that come later. */
export const whoopStandIn: StandInBehavior = {
  hosts: [host],
  policy: { codeSeconds: 600, accessSeconds: 3600, rotation: 'at-once' },
  run: 'running',
  authorizePath: `${host}/oauth/oauth2/auth`,
  getCallbackParameters: (scopes) => ({ scope: scopes.join(' ') }),
  rateLimited: {
    status: 429,
    headers: {
      'X-RateLimit-Limit': '100;window=60, 10000;window=86400',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '30',
    },
  },
  handle(request, state) {
    const { method, path } = request;
    if (path === `${host}/oauth/oauth2/token`) return issueTokens(request, state);

    const grant = state.grants.authenticate(getBearer(request));
    if (!grant) return { status: 401, body: 'Authorization was not valid' };
    const { account, scopes } = grant;
    if (path === `${host}/developer/v2/user/profile/basic`) {
      return { status: 200, body: { user_id: Number(account), email: 'a@example.com' } };
    }
    if (method === 'DELETE' && path === `${host}/developer/v2/user/access`) {
      state.grants.revokeAccount(account);
      return { status: 204 };
    }
    const scope = scopeNames[path] ?? 'read:workout';
    if (!scopes.includes(scope)) return toFailure(403, 'Forbidden');
    if (path in scopeNames)
      return { status: 200, body: { records: listMeasured(state, account, scope) } };
    const all = listAccountWorkouts(state, account).reverse();
    if (path === workouts) return list(request, all, account, state);
    const found = all.find(({ id }) => path === `${workouts}/${id}`);
    return found
      ? { status: 200, body: present(found, account) }
      : toFailure(404, 'Not Found');
  },
};

/** The scopes of the lists of values of the body, by path. */
const scopeNames: Readonly<Record<string, string>> = {
  [`${host}/developer/v2/activity/sleep`]: 'read:sleep',
  [`${host}/developer/v2/recovery`]: 'read:recovery',
};

function issueTokens({ form }: StandInRequest, state: StandInState): StandInResponse {
  const { client, grants } = state;
  if (form.get('client_secret') !== client.client_secret)
    return { status: 401, body: { error: 'invalid_client', status_code: 401 } };

  const grant = grants.issue(form);
  if (!grant) return { status: 400, body: { error: 'invalid_grant', status_code: 400 } };
  const { access_token, refresh_token, scopes } = grant;
  const isOffline = scopes.includes('offline');
  return {
    status: 200,
    body: {
      access_token,
      ...(isOffline && { refresh_token }),
      expires_in: grants.policy.accessSeconds,
      scope: scopes.join(' '),
      token_type: 'bearer',
    },
  };
}

function list(
  { query }: StandInRequest,
  all: readonly StandInWorkout[],
  account: string,
  { maxPageSize = 25 }: StandInState,
): StandInResponse {
  const start = query.get('start') ?? '';
  // `9` sorts after every time.
  const end = query.get('end') ?? '9';
  const matching = all.filter((workout) => workout.start >= start && workout.start < end);
  const limit = Math.min(Number(query.get('limit') ?? 10), maxPageSize);
  const first = Number(atob(query.get('nextToken') ?? ''));
  const hasNext = first + limit < matching.length;
  const records = matching.slice(first, first + limit);
  return {
    status: 200,
    body: {
      records: records.map((workout) => present(workout, account)),
      ...(hasNext && { next_token: btoa(String(first + limit)) }),
    },
  };
}

/** Presents a workout. A workout without energy has no score yet. */
function present(workout: StandInWorkout, account: string) {
  const { id, start, offset, duration, sport, energy, distance, changed } = workout;
  const hours = Math.abs(offset) / 3600;
  const zone = `${String(Math.floor(hours)).padStart(2, '0')}:${hours % 1 ? '30' : '00'}`;
  const score = {
    kilojoule: (energy ?? 0) * 4.184,
    average_heart_rate: workout.avg_heart_rate,
    max_heart_rate: workout.max_heart_rate,
    distance_meter: distance ?? null,
    altitude_gain_meter: null,
    percent_recorded: 1,
  };
  return {
    id,
    user_id: Number(account),
    updated_at: new Date(changed).toISOString(),
    start,
    end: new Date(Date.parse(start) + duration * 1000).toISOString(),
    timezone_offset: `${offset < 0 ? '-' : '+'}${zone}`,
    sport_name: sport,
    score_state: energy === undefined ? 'PENDING_SCORE' : 'SCORED',
    ...(energy !== undefined && { score }),
  };
}

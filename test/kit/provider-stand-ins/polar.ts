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

const exercises = 'www.polaraccesslink.com/v3/exercises';
const users = 'www.polaraccesslink.com/v3/users';
const toFailure = (status: number, error_type: string): StandInResponse => ({
  status,
  body: { error: { timestamp: '2026-01-15T14:22:24Z', status, error_type, message: '' } },
});

/** Polar lists the exercises of the last 30 days. */
const visibleMs = 30 * 86_400_000;

/** Polar: Basic, no refresh tokens, 403 until the person is registered, and local times. */
export const polarStandIn: StandInBehavior = {
  hosts: ['flow.polar.com', 'polarremote.com', 'www.polaraccesslink.com'],
  policy: { codeSeconds: 600, accessSeconds: 365 * 86_400, rotation: 'stable' },
  run: 'RUNNING',
  authorizePath: 'flow.polar.com/oauth2/authorization',
  rateLimited: { status: 429, headers: { 'RateLimit-Reset': '60, 3600' } },
  handle(request, state) {
    const { method, path } = request;
    if (path === 'polarremote.com/v2/oauth2/token') return issueToken(request, state);

    const grant = state.grants.authenticate(getBearer(request));
    if (!grant) return toFailure(401, 'invalid_token');
    const { account } = grant;
    if (method === 'POST' && path === users) return register(account, state);
    if (!state.registered.has(account)) return toFailure(403, 'consent_missing');
    if (method === 'DELETE' && path === `${users}/${account}`) {
      state.registered.delete(account);
      state.grants.revokeAccount(account);
      return { status: 204 };
    }

    if (path.startsWith(`${users}/`)) return listBody(path, state, account);
    const visible = listAccountWorkouts(state, account).filter(
      ({ changed }) => changed > state.now() - visibleMs,
    );
    if (path === exercises) return list(visible);
    const found = visible.find(({ id }) => path === `${exercises}/${id}`);
    return found ? { status: 200, body: present(found) } : toFailure(404, 'not_found');
  },
};

/** The members that have the values of the body, by path. A list without one is bare. */
const measuredMembers: Readonly<Record<string, string>> = {
  [`${users}/sleep`]: 'nights',
  [`${users}/nightly-recharge`]: 'recharges',
};

function listBody(path: string, state: StandInState, account: string): StandInResponse {
  const items = listMeasured(state, account, path.slice(users.length + 1));
  if (items.length === 0) return { status: 204 };
  const member = measuredMembers[path];
  return { status: 200, body: member === undefined ? items : { [member]: items } };
}

function issueToken(
  { authorization, form }: StandInRequest,
  { client, grants }: StandInState,
): StandInResponse {
  const basic = `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`;
  if (authorization !== basic) return { status: 401, body: { error: 'invalid_client' } };
  const grant = grants.issue(form);
  if (!grant) return { status: 400, body: { error: 'invalid_grant' } };
  return {
    status: 200,
    body: {
      access_token: grant.access_token,
      token_type: 'bearer',
      expires_in: 31_535_999,
      x_user_id: Number(grant.account),
    },
  };
}

function register(account: string, { registered }: StandInState): StandInResponse {
  if (registered.has(account)) return { status: 409 };
  registered.add(account);
  return { status: 200, body: { 'polar-user-id': Number(account), 'extra-info': [] } };
}

function list(workouts: readonly StandInWorkout[]): StandInResponse {
  if (workouts.length === 0) return { status: 204 };
  return { status: 200, body: workouts.map(present) };
}

function present(workout: StandInWorkout) {
  const { id, start, offset, duration, sport, energy, distance, device } = workout;
  const local = new Date(Date.parse(start) + offset * 1000).toISOString();
  return {
    id,
    upload_time: new Date(workout.changed).toISOString(),
    device,
    start_time: local.slice(0, 19),
    start_time_utc_offset: offset / 60,
    duration: `PT${duration}S`,
    calories: energy,
    distance,
    heart_rate: { average: workout.avg_heart_rate, maximum: workout.max_heart_rate },
    sport: 'OTHER',
    detailed_sport_info: sport,
    'running-index': 51,
  };
}

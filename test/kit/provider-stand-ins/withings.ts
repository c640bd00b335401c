import { createHmac } from 'node:crypto';
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

const toEnvelope = (body: unknown): StandInResponse => ({
  status: 200,
  body: { status: 0, body },
});
const toFailure = (status: number, error: string): StandInResponse => ({
  status: 200,
  body: { status, body: {}, error },
});

/** Smaller than a page of Withings, so that few workouts need several pages. */
const pageSize = 10;

/**
 * Withings: always 200 with the status in the body. An old refresh token stays valid until the new
 * access token is used.
 */
export const withingsStandIn: StandInBehavior = {
  hosts: ['account.withings.com', 'wbsapi.withings.net'],
  policy: { codeSeconds: 30, accessSeconds: 10_800, rotation: 'at-use' },
  run: '2',
  authorizePath: 'account.withings.com/oauth2_user/authorize2',
  rateLimited: toFailure(601, 'Too Many Request'),
  handle(request, state) {
    const { path, form } = request;
    if (path === 'wbsapi.withings.net/v2/signature') return issueNonce(request, state);
    if (path === 'wbsapi.withings.net/v2/oauth2') {
      return form.get('action') === 'revoke'
        ? revoke(request, state)
        : issueTokens(request, state);
    }
    const grant = state.grants.authenticate(getBearer(request));
    if (!grant) return toFailure(401, 'XRequestID: Not provided invalid_token');
    const action = form.get('action') ?? '';
    const scope = action === 'getmeas' ? 'user.metrics' : 'user.activity';
    if (!grant.scopes.includes(scope)) return toFailure(214, 'not authorized');
    if (path === 'wbsapi.withings.net/notify') return subscribe(request);
    const name = measuredLists[action];
    if (name !== undefined) {
      const items = listMeasured(state, grant.account, action);
      return toEnvelope({ [name]: items, timezone: 'Europe/Paris', more: false });
    }
    return list(request, listAccountWorkouts(state, grant.account));
  },
};

/** The members that have the values of the body, by action. */
const measuredLists: Readonly<Record<string, string>> = {
  getmeas: 'measuregrps',
  getsummary: 'series',
  getactivity: 'activities',
};

function issueTokens({ form }: StandInRequest, state: StandInState): StandInResponse {
  const { client, grants } = state;
  if (form.get('action') !== 'requesttoken') return toFailure(2554, 'Unknown action');
  if (form.get('client_secret') !== client.client_secret)
    return toFailure(503, 'Invalid Params: invalid client_secret');

  const grant = grants.issue(form);
  if (!grant) return toFailure(503, 'Invalid Params: invalid code');
  return toEnvelope({
    userid: grant.account,
    access_token: grant.access_token,
    refresh_token: grant.refresh_token,
    expires_in: grants.policy.accessSeconds,
    scope: grant.scopes.join(','),
    csrf_token: 'PACn',
    token_type: 'Bearer',
  });
}

/** Confirms a subscription. Withings accepts callbacks over https only. */
function subscribe({ form }: StandInRequest): StandInResponse {
  const isCallable = form.get('callbackurl')?.startsWith('https://');
  return isCallable ? toEnvelope({}) : toFailure(293, 'The callback URL is unreachable');
}

/** The nonces that were issued and not yet used. */
const nonces = new Set<string>();

function issueNonce(request: StandInRequest, state: StandInState): StandInResponse {
  const { form } = request;
  if (!isSigned(request, state, form.get('timestamp')))
    return toFailure(342, 'signature');
  const nonce = `nonce-${form.get('timestamp')}-${nonces.size}`;
  nonces.add(nonce);
  return toEnvelope({ nonce });
}

/** Returns whether the action, the client, and a nonce or a time are signed. */
function isSigned(
  { form }: StandInRequest,
  { client: { client_secret } }: StandInState,
  value: string | null,
): boolean {
  const content = [form.get('action'), form.get('client_id'), value].join(',');
  const expected = createHmac('sha256', client_secret).update(content).digest('hex');
  return form.get('signature') === expected;
}

/** Revokes the grants of an account. Withings accepts each nonce once. */
function revoke(request: StandInRequest, state: StandInState): StandInResponse {
  const { form } = request;
  const nonce = form.get('nonce') ?? '';
  const isValid = nonces.delete(nonce) && isSigned(request, state, nonce);
  if (!isValid) return toFailure(342, 'The signature is invalid');
  state.grants.revokeAccount(form.get('userid') ?? '');
  return toEnvelope({});
}

function list({ form }: StandInRequest, all: readonly StandInWorkout[]): StandInResponse {
  const since = Number(form.get('lastupdate') ?? 0) * 1000;
  const firstDay = form.get('startdateymd') ?? '';
  // `9` sorts after every day.
  const lastDay = form.get('enddateymd') ?? '9';
  const changed = all.filter(({ changed, start }) => {
    const day = start.slice(0, 10);
    return changed >= since && day >= firstDay && day <= lastDay;
  });
  const first = Number(form.get('offset') ?? 0);
  const more = first + pageSize < changed.length;
  const fields = (form.get('data_fields') ?? '').split(',');
  const series = changed.slice(first, first + pageSize);
  return toEnvelope({
    series: series.map((workout) => present(workout, fields)),
    more,
    offset: more ? first + pageSize : 0,
  });
}

/** Presents details only if `fields` names them. A zero stands for an unknown value. */
function present(workout: StandInWorkout, fields: readonly string[]) {
  const { id, start, duration, sport, changed } = workout;
  const startdate = Date.parse(start) / 1000;
  const details = {
    calories: workout.energy ?? 0,
    distance: workout.distance ?? 0,
    hr_average: workout.avg_heart_rate ?? 0,
    hr_max: workout.max_heart_rate ?? 0,
    pause_duration: 0,
    elevation: 3,
  };
  const data = Object.entries(details).filter(([name]) => fields.includes(name));
  return {
    id: Number(id),
    category: Number(sport),
    startdate,
    enddate: startdate + duration,
    modified: Math.floor(changed / 1000),
    timezone: 'Etc/UTC',
    date: start.slice(0, 10),
    model: 93,
    attrib: 0,
    data: Object.fromEntries(data),
  };
}

import { listLimits } from '#functions/connections/provider-credentials/budget.ts';
import provider from '#functions/connections/providers/strava/provider.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Key } from '#shared/table/keys.ts';
import { setStravaClient } from './provider-clients.ts';
import { toCallResult } from './provider-stand-ins/call.ts';
import type { StandInResponse } from './provider-stand-ins/stand-in.ts';
import { connectSynced } from './synced-account.ts';

/**
 * The time of the syncs, unless a test changes the clock: so far in the future that the schedule of
 * the shared service never starts further syncs.
 */
export const syncedAt = new Date('2126-11-22T12:00:00Z');

/** An activity of the stand-in. */
export interface Activity {
  id: number;
  sport_type: string;
  start_date: string;
  utc_offset: number;
  moving_time: number;
  calories: number;
  device_name?: string;
}

/** The only activity of a new account. */
export const stravaRun: Activity = {
  id: 1,
  sport_type: 'Run',
  start_date: '2126-11-20T17:00:00Z',
  utc_offset: 0,
  moving_time: 1800,
  calories: 300,
};

/** Creates a stand-in for Strava: one account with activities, whose access token can expire. */
function createStrava() {
  const state = {
    activities: [stravaRun] as Activity[],
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    refreshes: 0,
    /** Responses to the next calls, in place of the usual ones. */
    plannedResponses: [] as StandInResponse[],
    calls: [] as string[],
  };

  function respond({ url, authorization, form }: CallRequest): StandInResponse {
    const { pathname, searchParams } = new URL(url);
    state.calls.push(pathname);
    const planned = state.plannedResponses.shift();
    if (planned) return planned;
    if (pathname === '/oauth/token') return refresh(form?.refresh_token);
    if (authorization !== `Bearer ${state.access_token}`) {
      const fault = { resource: 'Athlete', field: 'access_token', code: 'invalid' };
      return { status: 401, body: { message: 'Authorization Error', errors: [fault] } };
    }
    const [, id] = /\/activities\/(\d+)$/.exec(pathname) ?? [];
    if (id) {
      const activity = state.activities.find((candidate) => candidate.id === Number(id));
      if (activity) return { status: 200, body: activity };
      return { status: 404, body: { message: 'Record Not Found', errors: [] } };
    }
    return { status: 200, body: list(searchParams) };
  }

  /** Lists the activities between `after` and `before`, oldest first, on pages of at most 100. */
  function list(query: URLSearchParams): Activity[] {
    const [after, before] = [Number(query.get('after')), Number(query.get('before'))];
    const matching = state.activities.filter(({ start_date }) => {
      const start = Date.parse(start_date) / 1000;
      return start > after && start < before;
    });
    const sorted = matching.toSorted((one, other) =>
      one.start_date.localeCompare(other.start_date),
    );
    return sorted.slice(0, Number(query.get('per_page')));
  }

  function refresh(refresh_token: string | undefined): StandInResponse {
    if (refresh_token !== state.refresh_token) {
      const error = { resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' };
      return { status: 400, body: { message: 'Bad Request', errors: [error] } };
    }
    state.refreshes += 1;
    state.access_token = `access-${state.refreshes + 1}`;
    state.refresh_token = `refresh-${state.refreshes + 1}`;
    const { access_token } = state;
    const body = {
      token_type: 'Bearer',
      access_token,
      refresh_token: state.refresh_token,
      expires_at: toEpochSeconds(syncedAt) + 21_600,
      expires_in: 21_600,
    };
    return { status: 200, body };
  }

  return { state, send: async (request: CallRequest) => toCallResult(respond(request)) };
}

/** Returns the key of the item that counts the requests to Strava on a day. */
export function getRequestCountsKey(at: Date): Key {
  const request = { provider, remote_id: '', count: 0, hasTurn: false, now: at };
  const [limits] = listLimits(request);
  if (!limits) throw new Error('Strava has no limits.');
  return limits.key;
}

/** Creates a person who has just connected an account at Strava. */
export async function connectStrava(owner?: string) {
  await setStravaClient();
  const { state, send } = createStrava();
  const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' };
  const connection = { type: 'strava', ...tokens };
  const account = await connectSynced({ connection, send, at: syncedAt, owner });
  const { syncWith } = account;
  /** Synchronizes after a webhook that reports a deletion. */
  const syncDeleted = (workout_id: string) =>
    syncWith({}, { workout_id, workout_deleted: true });
  /** Synchronizes as the schedule does. */
  const syncDue = () => syncWith({}, { reason: 'due' });
  return { ...account, strava: state, syncDeleted, syncDue };
}

import { describe, expect, it } from 'vitest';
import { parseDueTime } from '#functions/connections/connection/sync-state.ts';
import { addRemoteConnection, findCredentials } from '#kit/remote-connections.ts';
import { connectStrava, syncedAt } from '#kit/strava-sync.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** Builds the response of Strava with one fault. */
function toFault(status: number, fault: Record<'resource' | 'field' | 'code', string>) {
  return { status, body: { message: 'Rejected', errors: [fault] } };
}

const missingScope = toFault(401, {
  resource: 'AccessToken',
  field: 'activity:read_permission',
  code: 'missing',
});

const expired = toFault(401, {
  resource: 'Athlete',
  field: 'access_token',
  code: 'invalid',
});

/** The time at which access is first refused, in epoch milliseconds. */
const refusedAt = Date.parse('2127-03-01T12:00:00Z');

/** Expects that a connection has ended and that its syncs make no more calls. */
async function expectEnded({
  strava,
  clock,
  sync,
  findConnection,
}: Awaited<ReturnType<typeof connectStrava>>): Promise<void> {
  const connection = await findConnection();
  expect(connection?.status).toBe('reauthorization_required');
  // The planned sync only removes what may not be kept any longer.
  const { collection_sk = '' } = connection ?? {};
  expect(parseDueTime(collection_sk).getTime()).toBe(clock.now.getTime() + 86_400_000);
  strava.calls = [];
  expect(await sync()).toMatchObject({ outcome: 'not_authorized' });
  expect(strava.calls).toEqual([]);
}

describe('a sync', () => {
  it('stores new tokens before it uses them, and refreshes once', async () => {
    const { user_id, id, strava, sync } = await connectStrava();
    // Strava accepts another access token than the stored one, which counts as expired.
    strava.access_token = 'another';
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
    expect(strava.refreshes).toBe(1);
    expect(await findCredentials(user_id, id)).toMatchObject({
      access_token: 'access-2',
      refresh_token: 'refresh-2',
      expires_at: toEpochSeconds(syncedAt) + 21_600,
    });
  });

  it('refreshes tokens shortly before they expire', async () => {
    const { strava, clock, sync } = await connectStrava();
    strava.access_token = 'another';
    await sync();
    // Tokens expire after 21,600 seconds.
    clock.now = new Date(syncedAt.getTime() + 21_400_000);
    await sync();
    expect(strava.refreshes).toBe(2);
  });

  it('does not refresh tokens again whose lifetime the provider does not state', async () => {
    const { strava, clock, sync } = await connectStrava();
    strava.access_token = 'another';
    await sync();
    clock.now = new Date(syncedAt.getTime() + 21_400_000);
    strava.access_token = 'lasting';
    const tokens = { access_token: 'lasting', refresh_token: 'refresh-3' };
    strava.plannedResponses = [{ status: 200, body: { ...tokens, expires_in: null } }];
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
    strava.calls = [];
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
    expect(strava.calls).not.toContain('/oauth/token');
  });

  it('calls no provider that has rejected the tokens until the person connects again', async () => {
    const connected = await connectStrava();
    connected.strava.plannedResponses = [
      toFault(401, { resource: 'Athlete', field: 'access_token', code: 'invalid' }),
      toFault(400, { resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' }),
    ];
    const failure = { kind: 'invalid_grant' };
    expect(await connected.sync()).toMatchObject({ outcome: 'failed', failure });
    await expectEnded(connected);
  });

  it.each([
    {
      refused: 'the scope',
      kind: 'insufficient_scope',
      fault: missingScope,
      problem: 'scope_missing',
    },
    {
      refused: 'a token that it cannot renew',
      kind: 'unauthorized',
      fault: expired,
      problem: 'access_refused',
    },
  ])(
    'ends a connection whose provider refuses $refused twice, a day apart',
    async ({ kind, fault, problem }) => {
      const connected = await connectStrava();
      const { user_id, id, strava, clock, sync, findConnection } = connected;
      const { remote_id = '' } = (await findConnection()) ?? {};
      const account = { type: 'strava', remote_id, access_token: 'access-1' };
      await addRemoteConnection(user_id, account, syncedAt);
      for (const seconds of [0, 86_399]) {
        clock.now = new Date(refusedAt + seconds * 1000);
        strava.plannedResponses = [fault];
        expect(await sync()).toMatchObject({ outcome: 'failed', failure: { kind } });
        const meanwhile = { id, status: 'syncing', sync_problem: 'unavailable' };
        expect(await findConnection()).toMatchObject(meanwhile);
      }
      // An outage says nothing about the access.
      strava.plannedResponses = [{ status: 503, body: {} }];
      expect(await sync()).toMatchObject({ failure: { kind: 'unavailable' } });
      clock.now = new Date(refusedAt + 86_400_000);
      strava.plannedResponses = [fault];
      expect(await sync()).toMatchObject({ outcome: 'failed', failure: { kind } });
      await expectEnded(connected);
      expect(await findConnection()).toMatchObject({ sync_problem: problem });
    },
  );

  it('forgets that its provider has refused access as soon as it allows it', async () => {
    const { strava, clock, sync, findConnection } = await connectStrava();
    clock.now = new Date(refusedAt);
    strava.plannedResponses = [missingScope];
    await sync();
    expect(await findConnection()).toHaveProperty('sync_refused_since');
    await sync();
    clock.now = new Date(refusedAt + 2 * 86_400_000);
    strava.plannedResponses = [missingScope];
    await sync();
    expect(await findConnection()).toMatchObject({ status: 'connected' });
  });

  it.each([400, 401, 403, 404])(
    'tries again if a proxy answers with %i in place of the provider, at any address',
    async (status) => {
      const { strava, sync, listDay, findConnection } = await connectStrava();
      const page = { status, body: '<html>' };
      strava.plannedResponses = [page];
      expect(await sync()).toMatchObject({ failure: { kind: 'unavailable' } });
      // The access token has expired, so the next call is for new tokens.
      strava.access_token = 'another';
      strava.plannedResponses = [expired, page];
      expect(await sync()).toMatchObject({ failure: { kind: 'unavailable' } });
      expect(await findConnection()).toMatchObject({ status: 'syncing' });
      expect(await sync()).toMatchObject({ outcome: 'synchronized' });
      expect(await listDay('2126-11-20')).toHaveLength(1);
    },
  );
});

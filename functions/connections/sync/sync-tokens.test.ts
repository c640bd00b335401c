import { describe, expect, it } from 'vitest';
import { findCredentials } from '#kit/remote-connections.ts';
import { connectStrava, syncedAt } from '#kit/strava-sync.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** Builds the response of Strava with one fault. */
function toFault(status: number, fault: Record<'resource' | 'field' | 'code', string>) {
  return { status, body: { message: 'Rejected', errors: [fault] } };
}

describe('a sync', () => {
  it('stores new tokens before it uses them, and refreshes once', async () => {
    const { user_id, id, strava, sync } = await connectStrava();
    // Strava accepts another access token than the stored one, which counts as expired.
    strava.access_token = 'another';
    expect(await sync()).toMatchObject({ result: 'synchronized' });
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

  it.each([
    {
      rejected: 'tokens',
      kind: 'invalid_grant',
      responses: [
        toFault(401, { resource: 'Athlete', field: 'access_token', code: 'invalid' }),
        toFault(400, {
          resource: 'RefreshToken',
          field: 'refresh_token',
          code: 'invalid',
        }),
      ],
    },
    {
      rejected: 'scope',
      kind: 'insufficient_scope',
      responses: [
        toFault(401, {
          resource: 'AccessToken',
          field: 'activity:read_permission',
          code: 'missing',
        }),
      ],
    },
  ])(
    'calls no provider that has rejected the $rejected until the person connects again',
    async ({ kind, responses }) => {
      const { strava, sync, findConnection } = await connectStrava();
      strava.plannedResponses = responses;
      expect(await sync()).toMatchObject({ result: 'failed', failure: { kind } });
      const connection = await findConnection();
      expect(connection?.status).toBe('reauthorization_required');
      expect(connection).not.toHaveProperty('collection');
      strava.calls = [];
      expect(await sync()).toMatchObject({ result: 'not_authorized' });
      expect(strava.calls).toEqual([]);
    },
  );

  it.each([400, 401, 403, 404])(
    'tries again if a proxy answers with %i in place of the provider, at any address',
    async (status) => {
      const { strava, sync, listDay, findConnection } = await connectStrava();
      const page = { status, body: '<html>' };
      strava.plannedResponses = [page];
      expect(await sync()).toMatchObject({ failure: { kind: 'unavailable' } });
      // The access token has expired, so the next call is for new tokens.
      strava.access_token = 'another';
      const expired = { resource: 'Athlete', field: 'access_token', code: 'invalid' };
      strava.plannedResponses = [toFault(401, expired), page];
      expect(await sync()).toMatchObject({ failure: { kind: 'unavailable' } });
      expect(await findConnection()).toMatchObject({ status: 'syncing' });
      expect(await sync()).toMatchObject({ result: 'synchronized' });
      expect(await listDay('2126-11-20')).toHaveLength(1);
    },
  );
});

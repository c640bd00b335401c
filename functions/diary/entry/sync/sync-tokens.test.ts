import { describe, expect, it } from 'vitest';
import { connectStrava, syncedAt } from '#kit/strava-sync.ts';
import { findCredentials } from '#shared/remote-connection/provider-credentials.store.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

describe('a sync', () => {
  it('stores new tokens before it uses them, and refreshes once', async () => {
    const { user_id, id, strava, deps, sync } = await connectStrava();
    // Strava accepts another access token than the stored one, which counts as expired.
    strava.access_token = 'another';
    expect(await sync()).toMatchObject({ result: 'synchronized' });
    expect(strava.refreshes).toBe(1);
    expect(await findCredentials(deps, user_id, id)).toMatchObject({
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

  it('calls no provider that has rejected the tokens until the person connects again', async () => {
    const { strava, sync, findConnection } = await connectStrava();
    strava.access_token = 'another';
    strava.refresh_token = 'another';
    expect(await sync()).toMatchObject({ result: 'failed' });
    const connection = await findConnection();
    expect(connection?.status).toBe('reauthorization_required');
    expect(connection).not.toHaveProperty('collection');
    strava.calls = [];
    expect(await sync()).toMatchObject({ result: 'not_authorized' });
    expect(strava.calls).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import type { SyncedConnection } from '#functions/connections/connection/sync-state.ts';
import {
  deriveAddressSecret,
  getWebhookPath,
} from '#functions/connections/provider-credentials/client.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import {
  getTestClient,
  setStravaClient,
  setTestClient,
  stravaClient,
} from '#kit/provider-clients.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';

const path = getWebhookPath('strava', stravaClient);

async function arrange() {
  await setStravaClient();
  const { user_id } = await newPerson();
  const remote_id = String(Math.floor(Math.random() * 1e12));
  const id = await addRemoteConnection(user_id, { type: 'strava', remote_id });
  const listRequests = () =>
    table().query<SyncRequest>(connectionKeys.syncRequests(user_id));
  const find = () =>
    table().get<SyncedConnection>(originKeys.remoteConnection(user_id, id));
  return { remote_id, id, find, listRequests };
}

function toEvent(owner_id: string) {
  return {
    object_type: 'activity',
    object_id: 42,
    aspect_type: 'create',
    owner_id: Number(owner_id),
    subscription_id: 1,
    event_time: 1_795_000_000,
    updates: {},
  };
}

/** Epoch seconds before and after the accounts of these tests are connected. */
const earlier = 1_700_000_000;
const later = 4_000_000_000;

/** Returns the event with which Strava reports at a time that a person has withdrawn our access. */
function toWithdrawal(owner_id: string, event_time: number) {
  return {
    ...toEvent(owner_id),
    object_type: 'athlete',
    object_id: Number(owner_id),
    aspect_type: 'update',
    event_time,
    updates: { authorized: 'false' },
  };
}

describe('the webhook of a provider', () => {
  it('confirms a subscription by returning the challenge of the provider', async () => {
    await arrange();
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': 'abc',
      'hub.verify_token': stravaClient.webhook_secret,
    });
    const { status, body } = await callHandler('GET', `${path}?${query}`);
    expect([status, body]).toEqual([200, { 'hub.challenge': 'abc' }]);
  });

  it('requests a sync of the workout that the provider reports', async () => {
    const { remote_id, id, listRequests } = await arrange();
    const { status } = await callHandler('POST', path, { json: toEvent(remote_id) });
    expect(status).toBe(200);
    expect(await listRequests()).toMatchObject([
      { remote_connection_id: id, reason: 'push', workout_id: '42' },
    ]);
  });

  it('requests a sync that knows of a deletion that the provider reports', async () => {
    const { remote_id, listRequests } = await arrange();
    const event = { ...toEvent(remote_id), aspect_type: 'delete' };
    await callHandler('POST', path, { json: event });
    expect(await listRequests()).toMatchObject([
      { workout_id: '42', workout_deleted: true },
    ]);
  });

  it('ends the authorization if the person has withdrawn our access', async () => {
    const { remote_id, find, listRequests } = await arrange();
    await callHandler('POST', path, { json: toWithdrawal(remote_id, later) });
    const connection = await find();
    expect(connection).toMatchObject({
      status: 'reauthorization_required',
      sync_problem: 'access_withdrawn',
    });
    expect(await listRequests()).toEqual([]);
  });

  it('lets a sync decide if the account was connected after the withdrawal', async () => {
    const { remote_id, find, listRequests } = await arrange();
    await callHandler('POST', path, { json: toWithdrawal(remote_id, earlier) });
    expect(await find()).toMatchObject({ status: 'syncing' });
    expect(await listRequests()).toMatchObject([{ reason: 'push' }]);
  });

  it('accepts events of accounts that are not connected, and does nothing', async () => {
    await arrange();
    const { status } = await callHandler('POST', path, { json: toEvent('7') });
    expect(status).toBe(200);
  });

  it('hides the address from everybody who does not know its secret', async () => {
    const { remote_id, listRequests } = await arrange();
    const event = toEvent(remote_id);
    const secretOfAnother = deriveAddressSecret('polar', stravaClient);
    const guesses = ['strava.guess', 'garmin.guess', `strava.${secretOfAnother}`];
    for (const guess of guesses) {
      const { status } = await callHandler('POST', `/v7.1/provider_webhook/${guess}/`, {
        json: event,
      });
      expect(status).toBe(404);
    }
    expect(await listRequests()).toEqual([]);
  });

  it('rejects a body that the provider does not document', async () => {
    const { status } = await callHandler('POST', path, { json: { hello: 'world' } });
    expect(status).toBe(400);
  });

  it('responds with the status that the provider expects', async () => {
    const client = getTestClient('google_health');
    await setTestClient(client);
    const address = getWebhookPath('google_health', client);
    const headers = { Authorization: client.webhook_secret };
    const post = (json: unknown, sent: Record<string, string>) =>
      callHandler('POST', address, { json, headers: sent });

    const verification = { type: 'verification' };
    expect((await post(verification, headers)).status).toBe(201);
    expect((await post(verification, {})).status).toBe(403);
    // Google delivers a notification again, unless the status is 204.
    expect(await post([], headers)).toMatchObject({ status: 204, text: '' });
  });
});

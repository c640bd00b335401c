import { describe, expect, it } from 'vitest';
import type { NewRemoteConnection } from '#functions/connections/connection/credentials.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { listEncodings } from '#kit/canaries.ts';
import { issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { send } from '#kit/send.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { startTokenService } from './token-service.ts';

const { provider, logLines, getService, restart } = await startTokenService();

/** Creates a connection of a new person. Returns a function that deletes it. */
async function newConnection(connection: Partial<NewRemoteConnection>) {
  const person = await newPerson();
  const id = await addRemoteConnection(person.user_id, connection);
  const token = await issueUserToken(person);
  const remove = async () => {
    const { status } = await send(
      getService().urls,
      'DELETE',
      `/v7.1/remoteconnection/${id}/`,
      {
        token,
      },
    );
    expect(status).toBe(204);
  };
  return { ...person, id, remove };
}

/** Lists the audit events of a connection: event, reason, and status of the provider. */
const listEvents = (id: string) =>
  logLines
    .filter((line) => line.includes(toLogHash(id)) && line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .map(({ event, code, status }) =>
      [event, code, status].filter((part) => part !== undefined),
    );

/** Advances the clock by the retry interval of 15 minutes. */
async function waitForRetry(): Promise<void> {
  getService().clock.advance(900);
  await getService().drainQueues();
}

describe('a deleted connection', () => {
  it('is revoked by a request to its provider, with the token that revokes the most', async () => {
    const [access_token, refresh_token] = [newSecret(), newSecret()];
    const { id, remove } = await newConnection({
      type: 'google_health',
      access_token,
      refresh_token,
    });
    await remove();
    await getService().drainQueues();
    expect(provider.listCallsTo('oauth2.googleapis.com')).toEqual([
      {
        method: 'POST',
        path: 'oauth2.googleapis.com/revoke',
        authorization: undefined,
        body: `token=${refresh_token}`,
      },
    ]);
    expect(listEvents(id)).toEqual([['provider_access_revoked', 200]]);
    await waitForRetry();
    expect(provider.listCallsTo('oauth2.googleapis.com')).toHaveLength(1);
    const log = logLines.join('\n');
    for (const encoding of [access_token, refresh_token].flatMap(listEncodings))
      expect(log).not.toContain(encoding);
  });

  it('is retried while its provider fails, and delays no other connection', async () => {
    const garmin = 'apis.garmin.com';
    provider.setResponse(garmin, 503);
    const failing = await newConnection({ type: 'garmin', access_token: 'failing' });
    const healthy = await newConnection({ type: 'whoop', access_token: 'healthy' });
    await failing.remove();
    await healthy.remove();
    await getService().drainQueues();
    expect(listEvents(failing.id)).toEqual([['provider_call_failed', 'busy', 503]]);
    expect(listEvents(healthy.id)).toEqual([['provider_access_revoked', 200]]);
    await getService().drainQueues();
    expect(provider.listCallsTo(garmin)).toHaveLength(1);
    provider.setResponse(garmin, 204);
    await waitForRetry();
    expect(listEvents(failing.id).at(-1)).toEqual(['provider_access_revoked', 204]);
    expect(
      provider.listCallsTo(garmin).map(({ authorization }) => authorization),
    ).toEqual(['Bearer failing', 'Bearer failing']);
  });

  it('is not revoked with tokens that were copied from another item', async () => {
    const polar = 'www.polaraccesslink.com';
    const [theirs, own] = [
      await newConnection({ type: 'polar', access_token: newSecret() }),
      await newConnection({ type: 'polar', access_token: 'own' }),
    ];
    const item = await table().get<{ provider_tokens: Envelope }>(
      originKeys.remoteConnection(theirs.user_id, theirs.id),
    );
    const set = { provider_tokens: item?.provider_tokens };
    await table().update(
      originKeys.remoteConnection(own.user_id, own.id),
      { set },
      exists,
    );
    await own.remove();
    await getService().drainQueues();
    expect(provider.listCallsTo(polar)).toEqual([]);
    const errors = logLines.filter((line) => line.startsWith('{"level":"error"'));
    expect(errors).toEqual([expect.stringContaining('"event":"message"')]);
  });

  it('is revoked after a restart, whether it was waiting or being retried', async () => {
    const wahoo = 'api.wahooligan.com';
    provider.setResponse(wahoo, 500);
    const [tried, untried] = [
      await newConnection({ type: 'wahoo', access_token: 'tried' }),
      await newConnection({ type: 'wahoo', access_token: 'untried' }),
    ];
    await tried.remove();
    await getService().drainQueues();
    await untried.remove();
    provider.setResponse(wahoo, 200);
    await restart();
    // The new service starts at the time of the machine, when the message is not due yet.
    getService().clock.advance(86_400);
    await getService().drainQueues();
    expect(listEvents(tried.id).at(-1)).toEqual(['provider_access_revoked', 200]);
    expect(listEvents(untried.id)).toEqual([['provider_access_revoked', 200]]);
  });
});

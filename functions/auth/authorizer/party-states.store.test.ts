import { expect, it } from 'vitest';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { referenceClientId } from '#functions/auth/client/client.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { getPartyStates } from './party-states.store.ts';

const now = new Date();
const disabled_datetime = now.toISOString();

it('a grant is valid only while its client and its user exist and are not disabled', async () => {
  const [client_id, disabledClient] = [newId(now), newId(now)];
  const [user_id, disabledUser] = [newId(now), newId(now)];
  await putItems([
    clientKeys.client(client_id),
    { ...clientKeys.client(disabledClient), disabled_datetime },
    identityKeys.user(user_id),
    { ...identityKeys.user(disabledUser), disabled_datetime },
  ]);
  const isValid = async (client: string, user: string) => {
    const parties = { client_id: client, user_id: user };
    const { isEnabled } = await getPartyStates(table(), parties, now);
    return isEnabled;
  };

  expect(await isValid(client_id, user_id)).toBe(true);
  expect(await isValid(referenceClientId, user_id)).toBe(true);
  expect(await isValid(toPersonalClient(user_id), user_id)).toBe(true);
  expect(await isValid(disabledClient, user_id)).toBe(false);
  expect(await isValid(newId(now), user_id)).toBe(false);
  expect(await isValid(client_id, disabledUser)).toBe(false);
  expect(await isValid(toPersonalClient(disabledUser), disabledUser)).toBe(false);
  expect(await isValid(client_id, newId(now))).toBe(false);
});

it('a user who has restricted the processing of their data is enabled and restricted', async () => {
  const [client_id, user_id] = [newId(now), newId(now)];
  const restricted_datetime = now.toISOString();
  await putItems([
    clientKeys.client(client_id),
    { ...identityKeys.user(user_id), restricted_datetime },
  ]);
  const state = await getPartyStates(table(), { client_id, user_id }, now);
  expect(state).toMatchObject({ isEnabled: true, isRestricted: true });
});

it('knows an own client, its limits and the connected types of a user, ten seconds later at most', async () => {
  const [client_id, user_id] = [newId(now), newId(now)];
  const parties = { client_id, user_id };
  await putItems([clientKeys.client(client_id), identityKeys.user(user_id)]);
  const getAfter = (seconds: number) =>
    getPartyStates(table(), parties, new Date(now.getTime() + seconds * 1000));
  const before = { isOwn: false, connectedTypes: [] };
  expect(await getAfter(0)).toMatchObject(before);

  const limits = { user_15min: 50 };
  await table().update(
    clientKeys.client(client_id),
    { set: { own: true, limits } },
    exists,
  );
  const connect = { include: { connected_types: 'strava' } };
  await table().update(identityKeys.user(user_id), connect, exists);
  expect(await getAfter(9.9)).toMatchObject(before);
  expect(await getAfter(10)).toMatchObject({
    isOwn: true,
    limits,
    connectedTypes: ['strava'],
  });
});

it('the client of the personal access tokens of a user is an own one, other clients are not', async () => {
  const [client_id, user_id] = [newId(now), newId(now)];
  await putItems([clientKeys.client(client_id), identityKeys.user(user_id)]);
  const isOwn = async (client: string) =>
    (await getPartyStates(table(), { client_id: client, user_id }, now)).isOwn;
  expect(await isOwn(toPersonalClient(user_id))).toBe(true);
  expect(await isOwn(client_id)).toBe(false);
});

it('counts the client of the API reference, and of personal access tokens, as own', async () => {
  const user_id = newId(now);
  await putItems([identityKeys.user(user_id)]);
  for (const client_id of [referenceClientId, toPersonalClient(user_id)]) {
    const state = await getPartyStates(table(), { client_id, user_id }, now);
    expect(state).toMatchObject({ isEnabled: true, isOwn: true });
  }
});

import { afterAll, expect, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as disablement from '#functions/auth/identity/disablement.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { send } from '#kit/send.ts';
import {
  ensureDemonstration,
  type RememberedDemonstration,
} from '#lib/admin/demonstration.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { startLocalService } from '#lib/local/service.ts';
import { templateFile } from '#lib/paths.ts';
import * as remoteConnections from '#shared/remote-connection/remote-connection.store.ts';

/** A local service of its own, because other tests may run against a deployed one. */
const ports = { main: 0, auth: 0, diary: 0, cdn: 0 };
const service = await startLocalService({
  template: templateFile,
  data: 'memory',
  ports,
  log: () => undefined,
});
afterAll(() => service.close());

const table = openLocalTable(service.environment);
const ensured = (remembered: RememberedDemonstration) =>
  ensureDemonstration(table, remembered, 'http://127.0.0.1:3000/callback', new Date());

async function ensure(remembered: RememberedDemonstration) {
  const demonstration = await ensured(remembered);
  if (!demonstration) throw new Error('There is no demonstration.');
  return demonstration;
}

const statusWith = async (token: string) =>
  (await send(service.urls, 'GET', '/v7.1/data_source/', { token })).status;

it('keeps the demonstration at each start, and replaces what was changed', async () => {
  const first = await ensure({});
  expect(await ensure(first)).toEqual(first);

  const listConnections = () => remoteConnections.list(table, first.user_id);
  const [connection, ...others] = await listConnections();
  expect([connection, others]).toEqual([expect.objectContaining({ type: 'garmin' }), []]);
  await remoteConnections.remove(table, first.user_id, connection?.id ?? '');
  expect(await ensure(first)).toEqual(first);
  expect(await listConnections()).toEqual([expect.objectContaining({ type: 'garmin' })]);

  await identities.setPasswordAsOperator(
    table,
    first.email,
    'another password',
    new Date(),
  );
  const second = await ensure(first);
  expect(second).toEqual({
    ...first,
    password: expect.not.stringContaining(first.password),
    access_token: expect.not.stringContaining(first.access_token),
    expires_datetime: expect.any(String),
  });
  expect(
    await Promise.all(
      [first, second].map(({ access_token }) => statusWith(access_token)),
    ),
  ).toEqual([401, 200]);

  await clients.disable(table, second.client_id, new Date());
  const third = await ensure(second);
  expect(third).toMatchObject({ user_id: second.user_id, password: second.password });
  expect(third.client_id).not.toBe(second.client_id);

  const forgotten = await ensure({});
  expect(forgotten.user_id).toBe(third.user_id);
  expect(forgotten.password).not.toBe(third.password);

  await disablement.disableUserByEmail(table, third.email, new Date());
  expect(await ensured(forgotten)).toBeUndefined();
});

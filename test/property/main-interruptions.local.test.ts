import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DataSourceBody, DataSourceList } from '#kit/data-sources.ts';
import { issueUserToken, newPerson, type TestPerson } from '#kit/fixtures.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import type { LocalService } from '#lib/local/service.ts';
import { type FaultProxy, faults, isInjected, startFaultProxy } from './fault-proxy.ts';

const disposables = new AsyncDisposableStack();
let proxy: FaultProxy;
let service: LocalService;

beforeAll(async () => {
  proxy = await startFaultProxy(
    inject('service').environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
    disposables,
  );
  service = await startServiceWithOwnClock({ AWS_ENDPOINT_URL_DYNAMODB: proxy.url });
});

afterAll(async () => {
  await service.close();
  await disposables.disposeAsync();
});

/** Creates a user whose requests go through the proxy. The authorizer has cached the token. */
async function newCaller(): Promise<{ user: TestPerson; asUser: Send }> {
  const user = await newPerson();
  const token = await issueUserToken(user);
  const asUser: Send = (method, path, options) =>
    send(service.urls, method, path, { token, ...options });
  await asUser('GET', '/v7.1/data_source/');
  return { user, asUser };
}

const json = {
  name: 'Watch',
  _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
};

/** Reads whether the data source is active, and the number of priorities. */
async function readState(asUser: Send, path: string): Promise<[boolean, number]> {
  const [source, priorities] = await Promise.all([
    asUser<DataSourceBody>('GET', path),
    asUser<{ total_count: number }>('GET', '/v7.1/data_source_priority/'),
  ]);
  return [source.body.active, priorities.body.total_count];
}

describe('deactivating a data source with two priorities', () => {
  async function arrange() {
    const { user, asUser } = await newCaller();
    const { body } = await asUser<DataSourceBody>('POST', '/v7.1/data_source/', { json });
    const path = body._links.self[0].href;
    for (const priority_type of ['activity', 'sleep']) {
      const _links = { data_source: [{ href: path }] };
      await asUser('POST', '/v7.1/data_source_priority/', {
        json: { priority_type, _links },
      });
    }
    const deactivate = () => asUser('PUT', path, { json: { active: false } });
    return { user, asUser, path, deactivate };
  }

  it('is one store call (specification 3)', async () => {
    const { user, deactivate } = await arrange();
    // The priorities cause a merge in the background, whose calls do not count.
    await service.drainQueues();
    const { calls } = proxy.watch(user.user_id);
    expect((await deactivate()).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it.concurrent.each(faults)(
    'has all effects or none after the fault "%s", and a repeat completes it',
    async (fault) => {
      const { user, asUser, path, deactivate } = await arrange();
      proxy.watch(user.user_id, fault, 0);
      await deactivate();
      proxy.stopFaults(user.user_id);
      expect([
        [true, 2],
        [false, 0],
      ]).toContainEqual(await readState(asUser, path));
      expect((await deactivate()).status).toBe(200);
      expect(await readState(asUser, path)).toEqual([false, 0]);
    },
  );
});

describe('creating a data source', () => {
  const listSources = async (asUser: Send) =>
    (await asUser<DataSourceList>('GET', '/v7.1/data_source/')).body._embedded
      .data_sources;

  it.concurrent.each(
    faults.flatMap((fault) => {
      const injected = [0, 1, 2].filter((callIndex) => isInjected(fault, callIndex));
      return injected.map((callIndex) => [fault, callIndex] as const);
    }),
  )('stores all or nothing after the fault "%s" of call %i', async (fault, callIndex) => {
    const { user, asUser } = await newCaller();
    proxy.watch(user.user_id, fault, callIndex);
    const { status } = await asUser('POST', '/v7.1/data_source/', { json });
    proxy.stopFaults(user.user_id);
    const stored = await listSources(asUser);
    expect([201, 503]).toContain(status);
    expect(stored.length).toBeGreaterThanOrEqual(status === 201 ? 1 : 0);
    expect(stored.length).toBeLessThanOrEqual(1);
    for (const source of stored) {
      expect(source).toMatchObject({ name: 'Watch', active: true });
      expect(source._embedded.device[0]).toMatchObject({
        manufacturer: 'Garmin',
        model: 'FR-935',
      });
    }
  });
});

describe('deleting a remote connection', () => {
  async function arrange() {
    const { user, asUser } = await newCaller();
    const path = `/v7.1/remoteconnection/${await addRemoteConnection(user.user_id)}/`;
    return { user, asUser, path };
  }

  it.concurrent.each(faults)(
    'has the status of its effect after the fault "%s", and a repeat completes it (R5)',
    async (fault) => {
      const { user, asUser, path } = await arrange();
      proxy.watch(user.user_id, fault);
      const { status } = await asUser('DELETE', path);
      proxy.stopFaults(user.user_id);
      expect(status).toBe(fault === 'response lost' ? 204 : 503);
      const isStored = (await asUser('GET', path)).status === 200;
      expect((await asUser('DELETE', path)).status).toBe(isStored ? 204 : 404);
      expect((await asUser('GET', path)).status).toBe(404);
    },
  );
});

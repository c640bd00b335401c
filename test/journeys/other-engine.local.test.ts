import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataSourceBody, DataSourceList } from '#kit/data-sources.ts';
import { issueUserToken, newPerson, newUserToken } from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import {
  buildDynaliteCommand,
  dynaliteEnvironment,
} from '#lib/local/engines/dynamodb.ts';
import type { Engine } from '#lib/local/engines/engine.ts';
import { startProcess } from '#lib/local/engines/process.ts';
import type { LocalService } from '#lib/local/service.ts';

describe('on the engine of platforms that have no other (dynalite)', () => {
  let engine: Engine;
  let service: LocalService;
  let asUser: Send;
  const logLines: string[] = [];

  beforeAll(async () => {
    engine = await startProcess(buildDynaliteCommand(), () => undefined);
    service = await startOwnService({
      environment: dynaliteEnvironment,
      dynamodbEndpoint: engine.endpoint,
      log: (line) => logLines.push(line),
    });
    openLocalTable({ ...service.environment, ...dynaliteEnvironment });
  });

  beforeEach(async () => {
    const token = await newUserToken();
    asUser = (method, path, options) =>
      send(service.urls, method, path, { token, ...options });
  });

  afterAll(async () => {
    await service.close();
    await engine.end();
  });

  const json = {
    name: 'Watch',
    _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
  };
  const create = () => asUser<DataSourceBody>('POST', '/v7.1/data_source/', { json });

  it('stores the states of data sources', async () => {
    const path = (await create()).body._links.self[0].href;
    const put = async (change: object) =>
      (await asUser('PUT', path, { json: change })).status;
    expect([
      await put({ name: 'Other' }),
      await put({ active: false }),
      await put({ active: true }),
    ]).toEqual([200, 200, 400]);
    const { body } = await asUser<DataSourceList>('GET', '/v7.1/data_source/');
    expect(body.total_count).toBe(0);
  });

  it('delivers deletions to consumers, like the other engine (R5)', async () => {
    const person = await newPerson();
    const id = await addRemoteConnection(person.user_id);
    const token = await issueUserToken(person);
    expect(
      (await asUser('DELETE', `/v7.1/remoteconnection/${id}/`, { token })).status,
    ).toBe(204);
    await service.drainQueues();
    expect(
      logLines.filter((line) => line.includes('provider_access_not_revoked')),
    ).toHaveLength(1);
  });

  it('distinguishes missing items from failed conditions', async () => {
    expect(
      (await asUser('PUT', '/v7.1/data_source/unknown/', { json: { name: 'x' } })).status,
    ).toBe(404);
    const created = await Promise.all(Array.from({ length: 5 }, create));
    expect(created.map(({ status }) => status)).toEqual(Array(5).fill(201));
  });
});

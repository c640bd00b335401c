import { describe, expect, it } from 'vitest';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import * as devices from '#functions/main/device/device.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { createDataSource, type DataSourceList, listNames } from '#kit/data-sources.ts';
import {
  issueUserToken,
  newClient,
  newPerson,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as dataSources from './data-source.store.ts';
import { buildDataSource } from './stored-source.ts';

const now = new Date();

/** Stores a data source as a sync with connections of a type does. */
async function addSynced(
  user_id: string,
  remote_connection_type: string,
  model: string,
  manufacturer = 'Acme',
) {
  const maker = { remote_connection_type };
  const newDevice = { manufacturer, model };
  const namer = { user_id, ...maker };
  const device = await devices.findOrCreate(table(), namer, newDevice, now);
  const id = newId(now);
  const source = buildDataSource(id, { name: model, device, ...maker }, now);
  await table().transact(dataSources.toSourceCreation(user_id, source));
  await dataSources.prefer(table(), user_id, {
    id,
    type: 'activity',
    since: now.toISOString(),
  });
  return { path: `/v7.1/data_source/${id}/`, id, device_id: device.id };
}

/** Issues a token of an application of others, for which the person has ticked types. */
async function issueUserTokenFor(person: TestPerson, ticked: string[]) {
  const client = await newClient();
  const token = await issueUserToken(person, client);
  const grant = { user_id: person.user_id, client_id: client.client_id };
  await setOptedInTypes(table(), grant, ticked, now);
  return token;
}

/** A person with devices of three syncs, seen by an application of others and by an own one. */
async function arrange() {
  const person = await newPerson();
  const models = { strava: newId(now), intervals: newId(now) };
  const hidden = await addSynced(person.user_id, 'strava', models.strava);
  const shown = await addSynced(person.user_id, 'intervals_icu', models.intervals);
  const token = await issueUserTokenFor(person, ['intervals_icu']);
  const ownToken = await issueUserToken(person);
  return { person, models, hidden, shown, token, ownToken };
}

const send = (
  token: string,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  json?: object,
) => callHandler(method, path, { token, ...compact({ json }) });

describe('a data source that a sync with a hidden provider made', () => {
  it('is in no list, also not by its device', async () => {
    const { models, hidden, shown, token, ownToken } = await arrange();
    expect(await listNames(token, '')).toEqual([models.intervals]);
    expect(await listNames(token, `?device=${hidden.device_id}`)).toEqual([]);
    expect(await listNames(ownToken, '')).toHaveLength(2);
    for (const { path } of [hidden, shown])
      await send(ownToken, 'PUT', path, { active: false });
    expect(await listNames(token, '?active=false')).toEqual([models.intervals]);
    expect(await listNames(ownToken, '?active=false')).toHaveLength(2);
  });

  it('responds like one that does not exist when it is read, changed or deactivated', async () => {
    const { hidden, shown, token, ownToken } = await arrange();
    const changes = [{ name: 'Mine' }, { active: true }, { active: false }];
    const updates = changes.map((body) => ({ method: 'PUT', body }) as const);
    const requests = [{ method: 'GET', body: undefined } as const, ...updates];
    const missing = newId(now);
    for (const { method, body } of requests) {
      const response = await send(token, method, hidden.path, body);
      const other = await send(token, method, `/v7.1/data_source/${missing}/`, body);
      expect(response.status).toBe(404);
      const omitId = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      expect(omitId(response.text).replaceAll(hidden.id, missing)).toBe(
        omitId(other.text),
      );
      expect((await send(token, method, shown.path, body)).status).toBe(200);
    }
    expect(await send(ownToken, 'GET', hidden.path)).toMatchObject({
      body: { active: true },
    });
  });

  it('is preferred nowhere, and cannot be', async () => {
    const { hidden, shown, token, ownToken } = await arrange();
    const priorities = '/v7.1/data_source_priority/';
    const count = async (reader: string) => {
      const { body } = await send(reader, 'GET', priorities);
      return (body as { total_count: number }).total_count;
    };
    expect([await count(token), await count(ownToken)]).toEqual([1, 2]);
    const read = (id: string) => send(token, 'GET', `${priorities}activity-${id}/`);
    expect((await read(hidden.id)).status).toBe(404);
    expect((await read(shown.id)).status).toBe(200);
    const prefer = (id: string) =>
      send(token, 'POST', priorities, {
        priority_type: 'sleep',
        _links: { data_source: [{ href: `/v7.1/data_source/${id}/` }] },
      });
    expect((await prefer(hidden.id)).status).toBe(400);
    expect((await prefer(shown.id)).status).toBe(201);
  });
});

describe('a device that only syncs with a hidden provider named', () => {
  const read = async (token: string, id: string) =>
    (await send(token, 'GET', `/v7.1/device/${id}/`)).status;

  it('does not exist for the application, not even as a link', async () => {
    const { hidden, shown, token, ownToken } = await arrange();
    expect(await read(token, hidden.device_id)).toBe(404);
    expect(await read(token, shown.device_id)).toBe(200);
    expect(await read(ownToken, hidden.device_id)).toBe(200);
    const linked = { _links: { self: [{ id: hidden.device_id }] } };
    expect((await createDataSource(token, null, linked)).status).toBe(400);
  });

  it('exists as soon as the application or another provider has named it, too', async () => {
    const { person, models, hidden, token } = await arrange();
    await addSynced(person.user_id, 'strava', models.strava);
    expect(await read(token, hidden.device_id)).toBe(404);
    const device = { manufacturer: 'Acme', model: models.strava };
    expect((await createDataSource(token, null, device)).status).toBe(201);
    expect(await read(token, hidden.device_id)).toBe(200);

    const next = await addSynced(person.user_id, 'strava', newId(now));
    const { device_id } = next;
    expect(await read(token, device_id)).toBe(404);
    const source = await dataSources.find(table(), person.user_id, next.id);
    await addSynced(person.user_id, 'intervals_icu', source?.device.model ?? '');
    expect(await read(token, device_id)).toBe(200);
  });

  it('lends its spelling to no data source that the application sees', async () => {
    const { person, models, token } = await arrange();
    const { strava: model } = models;
    await addSynced(person.user_id, 'intervals_icu', model, 'ACME');
    const manufacturer = 'aCME';
    await createDataSource(token, null, { manufacturer, model });
    const { body } = await callHandler<DataSourceList>('GET', '/v7.1/data_source/', {
      token,
    });
    const makers = body._embedded.data_sources.map(
      ({ _embedded }) => _embedded.device[0].manufacturer,
    );
    expect(makers.sort()).toEqual(['ACME', 'Acme', manufacturer]);
  });
});

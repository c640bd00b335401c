import { describe, expect, it } from 'vitest';
import {
  getNextSync,
  parseDueConnection,
  parseDueTime,
  toDueAttributes,
} from '#functions/connections/connection/sync-state.ts';
import { providerClientKeys } from '#functions/connections/provider-credentials/client.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { createFaultyTable, isRepaired, transactionFaults } from '#kit/store-faults.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, success } from '#shared/runtime/result.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { runSync } from './run-sync.ts';

describe('a sync', () => {
  it('imports the workouts of the last 30 days, and plans the next sync', async () => {
    const { user_id, id, sync, listDay, findConnection } = await connectStrava();
    expect(await sync()).toMatchObject({
      outcome: 'synchronized',
      counts: { created: 1 },
      report: { isComplete: true },
    });
    expect(await listDay('2126-11-20')).toMatchObject([
      {
        duration: 1800,
        energy: { unit: 'calories', value: 300 },
        source: { remote_connection_id: id, remote_id: '1', remote_activity: 'Run' },
      },
    ]);
    const connection = await findConnection();
    expect(connection).toMatchObject({
      status: 'connected',
      last_sync_time: syncedAt.toISOString(),
      sync_failures: 0,
    });
    expect(connection).not.toHaveProperty('sync_lease');
    const { collection_sk = '' } = connection ?? {};
    expect(parseDueConnection(collection_sk)).toEqual({
      user_id,
      remote_connection_id: id,
    });
    const [nextSync = ''] = collection_sk.split(' ');
    const hours = (Date.parse(nextSync) - syncedAt.getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it('counts what it has imported, and says what stops it and when it tries again', async () => {
    const { strava, clock, sync, findConnection } = await connectStrava();
    strava.activities = [stravaRun, { ...stravaRun, id: 2 }];
    strava.plannedResponses = [{ status: 503, body: '' }];
    await sync();
    const stopped = await findConnection();
    expect(stopped).toMatchObject({ status: 'syncing', sync_problem: 'unavailable' });
    expect(parseDueTime(stopped?.collection_sk ?? '') > clock.now).toBe(true);

    await sync();
    const complete = await findConnection();
    expect(complete).toMatchObject({ status: 'connected', sync_imported: 2 });
    expect(complete).not.toHaveProperty('sync_problem');
    strava.plannedResponses = [{ status: 429, body: {} }];
    await sync();
    const limited = await findConnection();
    expect(limited).toMatchObject({ sync_imported: 2, sync_problem: 'rate_limited' });
  });

  it('is not left out if release 0.1.0 had started it and planned its retry', async () => {
    const { ids, strava, clock, sync, syncDue, updateConnection } = await connectStrava();
    await sync();
    clock.now = new Date(clock.now.getTime() + 2 * 86_400_000);
    const retriedAt = new Date(clock.now.getTime() + 4 * 3_600_000);
    await updateConnection(toDueAttributes(ids, retriedAt));
    strava.calls = [];
    expect(await syncDue()).toMatchObject({ outcome: 'synchronized' });
    expect(strava.calls).not.toEqual([]);
  });

  it('is repeated as often as the operator has set for the provider', async () => {
    const { id, clock, syncWith, findConnection } = await connectStrava();
    const clientKey = providerClientKeys.providerClient('strava');
    const withInterval: Table = {
      ...table(),
      get: async <R extends object>(key: Key) => {
        const item = await table().get<R>(key);
        return item && key.sk === clientKey.sk ? { ...item, sync_minutes: 60 } : item;
      },
    };
    await syncWith({ table: withInterval });
    const { collection_sk = '' } = (await findConnection()) ?? {};
    const schedule = { delivery: 'push', sync_minutes: 60 } as const;
    expect(parseDueTime(collection_sk)).toEqual(getNextSync(schedule, id, clock.now));
    expect(parseDueTime(collection_sk) <= new Date(clock.now.getTime() + 3_600_000)).toBe(
      true,
    );
  });

  it('makes a data source for each device that the provider names, once', async () => {
    const { user_id, strava, sync, listDay } = await connectStrava();
    const watch = { ...stravaRun, device_name: 'Garmin Forerunner 55' };
    const trainer = { ...stravaRun, id: 4, device_name: 'Zwift' };
    strava.activities = [watch, { ...watch, id: 2 }, { ...stravaRun, id: 3 }, trainer];
    await sync();
    await sync();
    const sources = await dataSources.list(table(), user_id);
    const names = sources.map(({ name, device }) => name ?? device.name);
    expect(names.toSorted()).toEqual(['Garmin Forerunner 55', 'Strava App', 'Zwift']);
    const makers = new Set(sources.map((source) => source.remote_connection_type));
    expect([...makers]).toEqual(['strava']);
    const shown = await listDay('2126-11-20');
    const named = shown.map((entry) => 'source' in entry && entry.source?.data_source_id);
    expect(new Set(named)).toEqual(new Set(sources.map(({ id }) => id)));
  });

  it('names a device once that has no other manufacturer', async () => {
    const { user_id, strava, sync } = await connectStrava();
    const device_name = `Trainer${newId(syncedAt)}`;
    strava.activities = [{ ...stravaRun, device_name }];
    await sync();
    const [source] = await dataSources.list(table(), user_id);
    expect(source?.device).toMatchObject({
      manufacturer: device_name,
      model: device_name,
      name: device_name,
    });
  });

  it('removes from the name of a device what others could not see', async () => {
    const { user_id, strava, sync, listDay } = await connectStrava();
    strava.activities = [
      { ...stravaRun, device_name: 'Gar\u200bmin Fore\u202erunner 55' },
      { ...stravaRun, id: 2, device_name: '\u200b\u2060' },
      { ...stravaRun, id: 3, device_name: '\u200b Forerunner' },
    ];
    await sync();
    const sources = await dataSources.list(table(), user_id);
    const names = sources.map(({ device }) => device.name);
    expect(names.toSorted()).toEqual([
      'Forerunner',
      'Garmin Forerunner 55',
      'Strava App',
    ]);
    expect(await listDay('2126-11-20')).toHaveLength(3);
  });

  it.each(transactionFaults)(
    'stores a data source, its count and its id in the connection together if $cause meets the $tries try',
    async (fault) => {
      const { user_id, clock, sync, syncWith, findConnection } = await connectStrava();
      // The first transaction of a sync stores the data source.
      await syncWith({ table: createFaultyTable(fault) }).catch(() => undefined);
      const listStored = async () => {
        const sources = await dataSources.list(table(), user_id);
        const count = await table().get<{ synced_total: number }>(
          dataSourceKeys.dataSourceCount(user_id),
        );
        const { sync_sources = {} } = (await findConnection()) ?? {};
        const ids = sources.map((source) => source.id);
        expect([Object.values(sync_sources), count?.synced_total ?? 0]).toEqual([
          ids,
          ids.length,
        ]);
        return ids;
      };
      expect(await listStored()).toHaveLength(isRepaired(fault) ? 1 : 0);
      clock.now = new Date(clock.now.getTime() + 181_000);
      await sync();
      expect(await listStored()).toHaveLength(1);
    },
  );

  it('changes and removes entries as the provider does', async () => {
    const { strava, clock, sync, listDay } = await connectStrava();
    strava.activities.push({ ...stravaRun, id: 2, start_date: '2126-11-19T06:00:00Z' });
    await sync();
    strava.activities = [{ ...stravaRun, calories: 350 }];
    clock.now = new Date(syncedAt.getTime() + 3_600_000);
    expect(await sync()).toMatchObject({ counts: { updated: 1, removed: 0 } });
    expect(await listDay('2126-11-20')).toMatchObject([{ energy: { value: 350 } }]);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await sync()).toMatchObject({ counts: { updated: 0, removed: 1 } });
    expect(await listDay('2126-11-19')).toEqual([]);
  });

  it('ends if the connection does not exist', async () => {
    const { user_id, deps } = await connectStrava();
    const request = { remote_connection_id: newId(syncedAt), reason: 'due' } as const;
    expect(await runSync(deps, user_id, request)).toEqual({ outcome: 'not_found' });
    const key = originKeys.remoteConnection(user_id, request.remote_connection_id);
    expect(await table().get(key)).toBeUndefined();
  });

  it('is repeated in six hours while the operator has set no client at the provider', async () => {
    const connection = { type: 'polar' };
    const send = async () => failure({ kind: 'off' } as const);
    const polar = await connectSynced({ connection, send, at: syncedAt });
    // Other tests set the client in the table that all tests share.
    const clientKey = providerClientKeys.providerClient('polar');
    const withoutClient: Table = {
      ...table(),
      get: async (key) => (key.sk === clientKey.sk ? undefined : table().get(key)),
    };
    const outcome = await polar.syncWith({ table: withoutClient }, { workout_id: '7' });
    expect(outcome).toEqual({ outcome: 'not_configured' });
    const { collection_sk, sync_checks } = (await polar.findConnection()) ?? {};
    expect(collection_sk).toMatch(/^2126-11-22T18:00/);
    expect(sync_checks).toMatchObject([{ id: '7', cause: 'changed' }]);
  });

  it('subscribes an account to webhooks once, and then polls it daily', async () => {
    await setTestClient(getTestClient('withings'));
    const forms: CallRequest['form'][] = [];
    const provider = { accepts: false };
    const send = async ({ url, form }: CallRequest) => {
      const isNotify = url.endsWith('/notify');
      if (isNotify) forms.push(form);
      // Withings reports the result in the body: 0 for success, other numbers for failures.
      const status = isNotify && !provider.accepts ? 293 : 0;
      const text = JSON.stringify({
        status,
        body: { series: [], more: false, offset: 0 },
      });
      return success({ status: 200, text, header: () => undefined });
    };
    const connection = { type: 'withings' };
    const withings = await connectSynced({ connection, send, at: syncedAt });
    const { id, clock } = withings;
    const planNext = async () => {
      await withings.sync();
      const { collection_sk = '' } = (await withings.findConnection()) ?? {};
      return parseDueTime(collection_sk);
    };
    expect(await planNext()).toEqual(getNextSync({ delivery: 'poll' }, id, clock.now));
    provider.accepts = true;
    clock.now = new Date(syncedAt.getTime() + 900_000);
    expect(await planNext()).toEqual(getNextSync({ delivery: 'push' }, id, clock.now));
    await planNext();
    expect(forms.map((form) => form?.appli)).toEqual(['16', '16', '46', '44']);
    expect(forms[0]?.callbackurl).toMatch(
      /^https:\/\/api\.example\.com\/v7\.1\/provider_webhook\/withings\.\w+\/$/,
    );
  });
});

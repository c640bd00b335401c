import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import { workoutRecordKeys } from '#functions/diary/workout-import/workout-record.keys.ts';
import { table } from '#kit/fixtures.ts';
import { createInterleavedTable, createRacingTable } from '#kit/races.ts';
import { addRemoteConnection, findCredentials } from '#kit/remote-connections.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { startedVariable } from '#shared/runtime/lease.ts';
import type { Table } from '#shared/table/table.ts';
import { cleanUp } from './settle-entries.ts';

describe('a sync', () => {
  it.each([
    ['an error', { status: 503, body: {} }, 'unavailable'],
    ['truncated JSON', { status: 200, body: { oops: true } }, 'malformed'],
  ])('tries again later after %s', async (_, response, kind) => {
    const { strava, sync, listDay, findConnection } = await connectStrava();
    strava.plannedResponses = [response];
    expect(await sync()).toMatchObject({ outcome: 'failed', failure: { kind } });
    const { collection_sk = '', sync_failures } = (await findConnection()) ?? {};
    expect(collection_sk).toMatch(/^2126-11-22T12:02/);
    expect(sync_failures).toBe(1);
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
    expect(await listDay('2126-11-20')).toHaveLength(1);
    expect(await findConnection()).toMatchObject({ sync_failures: 0 });
  });

  it('keeps what it has imported of a page if it is killed', async () => {
    const { strava, clock, deps, sync, syncWith } = await connectStrava();
    strava.activities = Array.from({ length: 25 }, (_, index) => ({
      ...stravaRun,
      id: index + 1,
    }));
    const getSend = () => async (request: CallRequest) => {
      if (request.url.endsWith('/24')) throw new Error('killed');
      return deps.getSend()(request);
    };
    await expect(syncWith({ getSend })).rejects.toThrow('killed');

    strava.calls = [];
    clock.now = new Date(syncedAt.getTime() + 181_000);
    expect(await sync()).toMatchObject({ counts: { created: 5 } });
    const fetched = strava.calls.filter((path) => path.startsWith('/api/v3/activities/'));
    expect(fetched).toHaveLength(5);
  });

  it('runs once at a time for a connection, until the lease of a lost sync ends', async () => {
    const { ids, clock, deps, sync } = await connectStrava();
    await syncs.lease(deps.table, ids, 'lost', syncedAt);
    expect(await sync()).toEqual({ outcome: 'busy' });
    // Saved progress extends the lease.
    const savedAt = new Date(syncedAt.getTime() + 100_000);
    await syncs.saveProgress(deps.table, ids, 'lost', {}, savedAt);
    clock.now = new Date(syncedAt.getTime() + 181_000);
    expect(await sync()).toEqual({ outcome: 'busy' });
    clock.now = new Date(savedAt.getTime() + 181_000);
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
  });

  it('takes over the lease of a process that ended, but not one of its own process', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const { ids, clock, deps, sync } = await connectStrava();
    await syncs.lease(deps.table, ids, 'killed', syncedAt);
    clock.now = new Date(syncedAt.getTime() + 10_000);
    vi.stubEnv(startedVariable, String(clock.now.getTime()));
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
    await syncs.lease(deps.table, ids, 'running', clock.now);
    expect(await sync()).toEqual({ outcome: 'busy' });
  });

  it('imports nothing if another sync takes over its lease before it stores a data source', async () => {
    const { ids, deps, syncWith, listDay, findConnection } = await connectStrava();
    const later = new Date(syncedAt.getTime() + 181_000);
    const racing = createRacingTable('before its transact', () =>
      syncs.lease(deps.table, ids, 'other', later),
    );
    expect(await syncWith({ table: racing })).toEqual({ outcome: 'lease_lost' });
    expect(await listDay('2126-11-20')).toEqual([]);
    expect(await findConnection()).not.toHaveProperty('sync_sources');
  });

  it('saves nothing after another sync has taken over its lease', async () => {
    const { ids, clock, deps, strava, syncWith, findConnection } = await connectStrava();
    const takeOverAt = (page: number) => ({
      getSend: () => async (request: CallRequest) => {
        const pages = strava.calls.filter((path) => path.endsWith('/activities'));
        if (request.url.includes('/activities?') && pages.length === page - 1) {
          clock.now = new Date(clock.now.getTime() + 181_000);
          await syncs.lease(deps.table, ids, `other ${page}`, clock.now);
        }
        return deps.getSend()(request);
      },
    });
    // The first page is saved by a write of its own, the last one with the end of the sync.
    for (const page of [1, 2]) {
      strava.calls = [];
      await syncWith(takeOverAt(page));
      const connection = await findConnection();
      const sync_lease = `other ${page}`;
      expect(connection).toMatchObject({ status: 'syncing', sync_lease });
      const { position } = JSON.parse(connection?.sync_cursor ?? '{}');
      expect(position === undefined).toBe(page === 1);
      clock.now = new Date(clock.now.getTime() + 181_000);
    }
  });

  it('does not take workouts of earlier pages for deleted ones after an interruption', async () => {
    const { strava, sync, listDay } = await connectStrava();
    const list = { status: 200, body: strava.activities };
    strava.plannedResponses = [
      list,
      { status: 200, body: stravaRun },
      { status: 503, body: {} },
    ];
    expect(await sync()).toMatchObject({ outcome: 'failed', counts: { created: 1 } });
    expect(await sync()).toMatchObject({
      outcome: 'synchronized',
      counts: { removed: 0 },
    });
    expect(await listDay('2126-11-20')).toHaveLength(1);
  });

  it('imports again what an interrupted sync has read and not stored', async () => {
    const { clock, strava, sync, syncWith, listDay } = await connectStrava();
    // So long ago that later syncs do not read it again.
    strava.activities = [{ ...stravaRun, start_date: '2126-11-02T17:00:00Z' }];
    // The process ends before the transaction of the import, which checks the connection.
    const failing: Table = {
      ...table(),
      transact: async (changes) => {
        if (changes.some((change) => 'check' in change)) throw new Error('ended');
        return table().transact(changes);
      },
    };
    for (const _ of ['once', 'twice']) {
      await expect(syncWith({ table: failing })).rejects.toThrow('ended');
      clock.now = new Date(clock.now.getTime() + 181_000);
    }
    await sync();
    expect(await listDay('2126-11-02')).toHaveLength(1);
  });

  it('leaves no workout if the person disconnects before whichever of its calls', async () => {
    for (let number = 1, hasRun = true; hasRun; number += 1) {
      const { user_id, id, syncWith, listDay } = await connectStrava();
      const racing = createInterleavedTable(number, async () => {
        const removal = { deletes_entries: true, now: syncedAt };
        await disconnect(table(), user_id, id, removal);
        const account = { id, remote_connection_type: 'strava' };
        await cleanUp(table(), user_id, { ...account, deletes_entries: true });
      });
      await syncWith({ table: racing.table });
      hasRun = racing.hasRun();
      expect(await listDay('2126-11-20')).toHaveLength(hasRun ? 0 : 1);
      const workouts = await table().query(workoutRecordKeys.importedWorkouts(user_id));
      expect(workouts).toHaveLength(hasRun ? 0 : 1);
    }
  });

  it('keeps the new tokens of a person who connects again while it refreshes others', async () => {
    const { user_id, id, deps, strava, syncWith, findConnection } = await connectStrava();
    const { remote_id = '' } = (await findConnection()) ?? {};
    strava.access_token = 'another';
    const renewed = { access_token: 'access-9', refresh_token: 'refresh-9' };
    const getSend = () => async (request: CallRequest) => {
      if (request.url.endsWith('/oauth/token')) {
        await addRemoteConnection(
          user_id,
          { type: 'strava', remote_id, ...renewed },
          syncedAt,
        );
      }
      return deps.getSend()(request);
    };
    expect(await syncWith({ getSend })).toEqual({ outcome: 'lease_lost' });
    expect(strava.calls.at(-1)).toBe('/oauth/token');
    expect(await findCredentials(user_id, id)).toMatchObject(renewed);
  });
});

import { describe, expect, it } from 'vitest';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { cleanUp } from '#functions/connections/sync/settle-entries.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { createInterleavedTable } from '#kit/races.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { disconnect } from './remote-connection.store.ts';

const now = new Date();

async function listTypes(user_id: string): Promise<string[]> {
  const profile = await identities.findProfile(table(), user_id);
  return [...(profile?.connected_types ?? [])].sort();
}

const connect = (user_id: string, type: string) => addRemoteConnection(user_id, { type });

/** Disconnects, and cleans up, as the stream does afterwards. */
async function remove(user_id: string, id: string, deletes_entries = true) {
  await disconnect(table(), user_id, id, { deletes_entries, now });
  const remote_connection_type = 'polar';
  await cleanUp(table(), user_id, { id, remote_connection_type, deletes_entries });
}

describe('the connected types of a person', () => {
  it('have a type as long as one of several connections of it exists', async () => {
    const { user_id } = await newPerson();
    expect(await listTypes(user_id)).toEqual([]);
    const first = await connect(user_id, 'polar');
    const second = await connect(user_id, 'polar');
    const other = await connect(user_id, 'strava');
    await remove(user_id, first);
    expect(await listTypes(user_id)).toEqual(['polar', 'strava']);
    await remove(user_id, second);
    expect(await listTypes(user_id)).toEqual(['strava']);
    await remove(user_id, other);
    expect(await listTypes(user_id)).toEqual([]);
  });

  it('keep a type while workouts of it remain', async () => {
    const { user_id } = await newPerson();
    const id = await connect(user_id, 'polar');
    await importWorkout(user_id, 'polar', importedRun, { connection: id });
    await remove(user_id, id, false);
    expect(await listTypes(user_id)).toEqual(['polar']);
    const again = await connect(user_id, 'polar');
    await importWorkout(user_id, 'polar', importedRun, { connection: again });
    await remove(user_id, again);
    expect(await listTypes(user_id)).toEqual([]);
  });

  it.each(['connection', 'export'])(
    'keep a type that values of a former %s name',
    async (from) => {
      const { user_id } = await newPerson();
      const remote_connection_type = 'polar';
      const id = await connect(user_id, remote_connection_type);
      const file = { kind: 'file' as const, source_name: 'Export', original_key: 'one' };
      const connection = {
        kind: 'connection' as const,
        remote_connection_id: id,
        remote_id: 'account',
      };
      const origin = from === 'export' ? file : connection;
      const source = { ...origin, remote_connection_type };
      const sent = [{ type: 'steps' as const, date: '2026-11-20', value: 9000 }];
      await measurements.store(table(), user_id, { source, sent });
      await remove(user_id, id, false);
      expect(await listTypes(user_id)).toEqual(['polar']);
    },
  );

  it('have the types of connections that are made at the same time', async () => {
    const { user_id } = await newPerson();
    const types = ['polar', 'strava', 'whoop', 'withings'];
    await Promise.all(types.map((type) => connect(user_id, type)));
    expect(await listTypes(user_id)).toEqual(types);
  });

  it('have a type that is connected again before whichever call of the clean-up', async () => {
    for (let number = 1, hasRun = true; hasRun; number += 1) {
      const { user_id } = await newPerson();
      const id = await connect(user_id, 'polar');
      await disconnect(table(), user_id, id, { deletes_entries: true, now });
      const racing = createInterleavedTable(number, () => connect(user_id, 'polar'));
      const request = { id, remote_connection_type: 'polar', deletes_entries: true };
      await cleanUp(racing.table, user_id, request);
      hasRun = racing.hasRun();
      expect(await listTypes(user_id)).toEqual(hasRun ? ['polar'] : []);
    }
  });
});

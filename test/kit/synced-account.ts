import type { NewRemoteConnection } from '#functions/connections/connection/credentials.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import type { LeasedConnection } from '#functions/connections/connection/sync-state.store.ts';
import type { SyncState } from '#functions/connections/connection/sync-state.ts';
import type { SyncDeps } from '#functions/connections/sync/open-sync.ts';
import { runSync } from '#functions/connections/sync/run-sync.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { openImportStores } from './file-imports.ts';
import { newPerson, table, withOwnProviders } from './fixtures.ts';
import { addRemoteConnection } from './remote-connections.ts';

/** An account at a provider that responds through `send`, and the time at which it is connected. */
interface SyncedAccount {
  connection: Partial<NewRemoteConnection>;
  send: OutgoingCall;
  at: Date;
  /**
   * The limits and the data policies of the provider are those of the accounts that have the same
   * `owner`: by default, no others.
   */
  owner?: string | undefined;
}

/** Creates a person who has just connected an account, and functions that synchronize it. */
export async function connectSynced({
  connection,
  send,
  at,
  owner = newId(new Date()),
}: SyncedAccount) {
  const { user_id } = await newPerson();
  const id = await addRemoteConnection(user_id, connection, at);
  const clock = { now: at };
  const deps = {
    table: withOwnProviders(table(), owner),
    dataKeys: openDataKeys(),
    files: openImportStores().files,
    getSend: () => send,
    getNow: () => clock.now,
    mainUrl: 'https://api.example.com',
  };
  const ids = { user_id, remote_connection_id: id };
  /** Synchronizes with other means, or for a reason. */
  const syncWith = (
    { table: shared = table(), ...means }: Partial<SyncDeps>,
    request: Partial<SyncRequest> = {},
  ) => {
    const own = { ...deps, ...means, table: withOwnProviders(shared, owner) };
    const wanted = { remote_connection_id: id, reason: 'continued', ...request } as const;
    return runSync(own, user_id, wanted);
  };
  const sync = (workout_id?: string) => syncWith({}, compact({ workout_id }));
  const listDay = (date: string) => entries.list({ table: table(), user_id }, date);
  const key = originKeys.remoteConnection(user_id, id);
  const findConnection = () => table().get<LeasedConnection>(key);
  const updateConnection = (set: Partial<SyncState>) =>
    table().update(key, { set: { ...set } }, exists);
  const stored = { listDay, findConnection, updateConnection };
  return { user_id, id, ids, clock, deps, sync, syncWith, ...stored };
}

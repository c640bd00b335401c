import { describe, expect, it } from 'vitest';
import {
  type ConnectionOutcome,
  connectAccount,
} from '#functions/connections/connection/credentials.store.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import { maxRemoteConnections } from '#functions/connections/connection/remote-connection.ts';
import { requestSyncByUser } from '#functions/connections/connection/sync-request.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { createFailingTable } from '#kit/failing-table.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { createRacingTable } from '#kit/races.ts';
import { findCredentials } from '#kit/remote-connections.ts';
import {
  createFaultyTable,
  isRepaired,
  meetFault,
  transactionFaults,
} from '#kit/store-faults.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { ServiceError } from '#shared/errors/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';

const start = new Date('2026-11-20T09:00:00Z');
const aMinuteLater = new Date('2026-11-20T09:01:00Z');
const foreign: ConnectionOutcome = { outcome: 'belongs_to_another_user' };

const dataKeys = openDataKeys();
const newAccount = () => ({
  type: 'polar',
  remote_id: newId(start),
  access_token: 'first',
});
type Account = ReturnType<typeof newAccount>;

const connect = (user_id: string, account: Account, now = start, on: Table = table()) =>
  connectAccount({ table: on, dataKeys }, user_id, account, now);

async function expectConnected(connecting: Promise<ConnectionOutcome>) {
  const connected = await connecting;
  if (connected.outcome === 'belongs_to_another_user') throw new Error('not connected');
  return connected;
}

/** Disconnects an account. Returns whether it was connected. */
async function remove(user_id: string, id: string, on: Table = table()) {
  const removal = { deletes_entries: true, now: start };
  return (await disconnect(on, user_id, id, removal)) !== undefined;
}

/** Lists the ids of a user's connections, as many as are counted. */
async function listIds(user_id: string): Promise<string[]> {
  const connections = await remoteConnections.list(table(), user_id);
  const counted = await table().get(connectionKeys.remoteConnectionCount(user_id));
  expect(counted ?? { count: 0 }).toMatchObject({ count: connections.length });
  return connections.map(({ id }) => id);
}

async function newUsers() {
  const [ann, bob] = await Promise.all([newPerson(), newPerson()]);
  return { ann: ann.user_id, bob: bob.user_id };
}

describe('a provider account', () => {
  it('keeps its connection and gets the new tokens when it is connected again', async () => {
    const { ann } = await newUsers();
    const account = newAccount();
    const first = await expectConnected(connect(ann, account));
    const { id } = first.connection;
    const at = new Date('2026-11-20T10:00:00Z');
    await remoteConnections.recordSync(table(), ann, id, at);

    const again = { ...account, access_token: 'second' };
    const second = await expectConnected(connect(ann, again, aMinuteLater));
    expect([first.outcome, second.outcome]).toEqual(['created', 'renewed']);
    expect(second.connection).toMatchObject({
      id,
      created_datetime: first.connection.created_datetime,
      last_sync_time: at.toISOString(),
    });
    expect(await listIds(ann)).toEqual([id]);
    const credentials = await findCredentials(ann, id);
    expect(credentials).toEqual({ access_token: 'second' });
  });

  it('belongs to one user until the connection is deleted', async () => {
    const { ann, bob } = await newUsers();
    const account = newAccount();
    const { connection } = await expectConnected(connect(ann, account));
    expect(await connect(bob, account)).toEqual(foreign);
    expect(await listIds(bob)).toEqual([]);

    await remove(ann, connection.id);
    const moved = await expectConnected(connect(bob, account));
    expect(moved.outcome).toBe('created');
    expect(await connect(ann, account)).toEqual(foreign);
  });

  it('gets a new connection after its own was deleted', async () => {
    const { ann } = await newUsers();
    const account = newAccount();
    const { connection } = await expectConnected(connect(ann, account));
    await remove(ann, connection.id);
    const next = await expectConnected(connect(ann, account));
    expect(next.outcome).toBe('created');
    expect(await listIds(ann)).toEqual([next.connection.id]);
    expect(next.connection.id).not.toBe(connection.id);
  });

  it('has one connection after parallel requests of two users', async () => {
    const users = Object.values(await newUsers());
    const account = newAccount();
    const requests = Array.from({ length: 8 }, (_, i) =>
      connect(users[i % 2] ?? '', account),
    );
    const results = await Promise.all(requests);
    // Four requests are of the user who gets the account: one connects it, three renew its tokens.
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'renewed')).toHaveLength(3);
    expect((await Promise.all(users.map(listIds))).flat()).toHaveLength(1);
  });

  it('gets a new connection if its own is deleted while it is connected again', async () => {
    const { ann } = await newUsers();
    const account = newAccount();
    const { connection } = await expectConnected(connect(ann, account));
    const racing = createRacingTable('after its get', () => remove(ann, connection.id));
    const next = await expectConnected(connect(ann, account, start, racing));
    expect(next.outcome).toBe('created');
    expect(await listIds(ann)).toEqual([next.connection.id]);
  });

  it('is connected by a repeat, whichever write of a request was the last', async () => {
    for (let number = 1, isComplete = false; !isComplete; number += 1) {
      const { ann, bob } = await newUsers();
      const account = newAccount();
      const failing = createFailingTable({ number, isWritten: true });
      isComplete = await connect(ann, account, start, failing).then(
        () => true,
        () => false,
      );
      const ids = await listIds(ann);
      const { connection } = await expectConnected(connect(ann, account));
      expect(await listIds(ann)).toEqual([connection.id]);
      if (ids.length > 0) expect(ids).toEqual([connection.id]);
      expect(await connect(bob, account)).toEqual(foreign);
    }
  });

  it.each(transactionFaults)(
    'is connected with its connection or not at all, if $cause comes at the $tries try',
    async (fault) => {
      const { ann, bob } = await newUsers();
      const account = newAccount();
      const connecting = connect(ann, account, start, createFaultyTable(fault));
      // After a refusal it is tried a second time, because the account may be connected by now.
      const isRefused = fault.cause === 'condition' || fault.cause === 'size';
      const isStored = isRepaired(fault) || isRefused;
      if (isStored) expect(await connecting).toMatchObject({ outcome: 'created' });
      else await expect(connecting).rejects.toMatchObject({ code: 'unavailable' });
      expect(await listIds(ann)).toHaveLength(isStored ? 1 : 0);
      const { outcome } = await connect(bob, account);
      expect(outcome).toBe(isStored ? 'belongs_to_another_user' : 'created');
    },
  );
});

describe('the limit of 100 connections', () => {
  const many = <T>(count: number, start: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, start));

  /** Connects a new account. Returns the outcome, or the message of a rejection. */
  const tryConnect = (user_id: string, account = newAccount()): Promise<string> =>
    connect(user_id, account).then(
      ({ outcome }) => outcome,
      ({ failures }: ServiceError) => String(failures?.__all__),
    );
  const full = 'a user can have at most 100 remote connections';

  /** Puts the connections of a user, and their number, as many requests do. */
  async function newUserWith(count: number): Promise<string> {
    const { user_id } = await newPerson();
    const connections = Array.from({ length: count }, () => {
      const id = newId(start);
      const { type, remote_id } = newAccount();
      const key = originKeys.remoteConnection(user_id, id);
      const ids = { user_id, remote_connection_id: id };
      const assignment = remoteConnections.toAssignment({ type, remote_id }, ids);
      return [{ ...key, id, type, remote_id }, assignment.put];
    });
    const counted = { ...connectionKeys.remoteConnectionCount(user_id), count };
    await putItems([...connections.flat(), counted]);
    expect(await listIds(user_id)).toHaveLength(count);
    return user_id;
  }

  it('gives the last place to one of eight parallel requests, whenever it is free', async () => {
    const user_id = await newUserWith(maxRemoteConnections - 1);
    const rejected = Array.from({ length: 7 }, () => full);
    const results = await many(8, () => tryConnect(user_id));
    expect(results.sort()).toEqual([...rejected, 'created']);
    const [id = ''] = await listIds(user_id);

    const removals = await many(4, () => remove(user_id, id));
    expect(removals.filter(Boolean)).toHaveLength(1);
    const again = await many(8, () => tryConnect(user_id));
    expect(again.sort()).toEqual([...rejected, 'created']);
    expect(await listIds(user_id)).toHaveLength(maxRemoteConnections);
  });

  it('does not count an account again that is connected already or at the same time', async () => {
    const user_id = await newUserWith(maxRemoteConnections - 1);
    const account = newAccount();
    const results = await many(8, () => tryConnect(user_id, account));
    expect(results.filter((result) => result === 'created')).toHaveLength(1);
    expect(results.filter((result) => result === 'renewed')).toHaveLength(7);
    expect(await tryConnect(user_id, account)).toBe('renewed');
    expect(await tryConnect(user_id)).toBe(full);
  });
});

describe('disconnecting', () => {
  it('is completed by a repeat, whichever write of a request was the last', async () => {
    for (let number = 1, isComplete = false; !isComplete; number += 1) {
      const { ann } = await newUsers();
      const { connection } = await expectConnected(connect(ann, newAccount()));
      const failing = createFailingTable({ number, isWritten: true });
      isComplete = await remove(ann, connection.id, failing).then(
        () => true,
        () => false,
      );
      await remove(ann, connection.id);
      expect(await listIds(ann)).toEqual([]);
    }
  });

  it.each(transactionFaults)(
    'ends the connection and requests to clean up, or does neither, if $cause comes at the $tries try',
    async (fault) => {
      const { ann, bob } = await newUsers();
      const account = newAccount();
      const { connection } = await expectConnected(connect(ann, account));
      const disconnecting = remove(ann, connection.id, createFaultyTable(fault));
      if (isRepaired(fault)) expect(await disconnecting).toBe(true);
      else if (fault.cause === 'condition') expect(await disconnecting).toBe(false);
      else await expect(disconnecting).rejects.toMatchObject({ code: 'unavailable' });

      const isDeleted = isRepaired(fault);
      expect(await listIds(ann)).toEqual(isDeleted ? [] : [connection.id]);
      const request = await table().get(connectionKeys.syncRequest(ann, connection.id));
      expect(request !== undefined).toBe(isDeleted);
      const { outcome } = await connect(bob, account);
      expect(outcome).toBe(isDeleted ? 'created' : 'belongs_to_another_user');
    },
  );
});

describe('a sync that a user requests', () => {
  it.each(transactionFaults)(
    'is requested and counted, or neither, if $cause comes at the $tries try',
    async (fault) => {
      const { ann } = await newUsers();
      const { connection } = await expectConnected(connect(ann, newAccount()));
      const { id } = connection;
      const requesting = requestSyncByUser(createFaultyTable(fault), ann, id, start);
      const isRequested = isRepaired(fault);
      const isRefused = fault.cause === 'condition';
      const outcome = await meetFault(fault, requesting);
      if (isRequested) expect(outcome).toBe('requested');
      else expect(outcome).toBe(isRefused ? 'not_found' : undefined);
      const again = await requestSyncByUser(table(), ann, id, start);
      expect(again).toBe(isRequested ? 'too_soon' : 'requested');
      expect(await table().query(connectionKeys.syncRequests(ann))).toHaveLength(1);
    },
  );
});

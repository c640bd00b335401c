import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountKeys } from '#functions/account/account.keys.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { type ErasureReceipt, pauseHours } from '#functions/auth/identity/erasure.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { listUserItems } from '#kit/canaries.ts';
import {
  openErasureStores,
  runErasureToEnd,
  runNextErasure,
  toErasureDeps,
} from '#kit/erasure.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isRepaired,
  meetFault,
  type TransactionFault,
} from '#kit/store-faults.ts';
import { newId } from '#shared/runtime/ids.ts';
import { startedVariable } from '#shared/runtime/lease.ts';
import * as due from './due-erasures.store.ts';
import { runErasure } from './run-erasures.ts';

/** So late that the schedule of a deployed stack does not erase the users itself. */
const start = new Date('2100-11-20T12:00:00Z');

/** Requests an erasure without a pause. */
function requestErasure(user_id: string) {
  const request = { user_id, reason: 'operator', language: 'en' } as const;
  return erasures.schedule(table(), { ...request, isImmediate: true }, () => ({}), start);
}

const findReceipt = (id: string) =>
  table().get<ErasureReceipt>(accountKeys.erasureReceipt(id));

/** Runs an erasure with a fault. Returns what it logs, or fails with the error of the run. */
async function runWith(fault: TransactionFault, user_id: string): Promise<string> {
  using output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { collection_sk = '' } = (await erasures.find(table(), user_id)) ?? {};
  const at = new Date(collection_sk.slice(0, collection_sk.indexOf(' ')));
  const stores = { ...openErasureStores(), table: createFaultyTable(fault) };
  await runErasure(toErasureDeps(stores, at), { user_id, collection_sk });
  return output.mock.calls.join('\n');
}

describe.each(faultsOfTwoChanges)(
  'if $cause comes at the $tries try of change $change',
  (fault) => {
    it('an erasure ends with a receipt or goes on, and ends in the next run', async () => {
      const user_id = newId(start);
      const { id } = await requestErasure(user_id);
      await runNextErasure(user_id);
      // The first transaction disables the user.
      const last = { ...fault, transaction: 2 };
      const logged = await meetFault(fault, runWith(last, user_id));
      const isFinished = isRepaired(fault);
      expect(logged?.includes('user_erased') ?? false).toBe(isFinished);
      expect((await findReceipt(id)) !== undefined).toBe(isFinished);
      expect((await erasures.find(table(), user_id)) === undefined).toBe(isFinished);
      await runErasureToEnd(user_id);
      expect(await findReceipt(id)).toMatchObject({ id, reason: 'operator' });
    });

    it('a connection is erased and its account released, or neither', async () => {
      const { user_id } = await newUser();
      const account = { type: 'polar', remote_id: user_id };
      const connectionId = await addRemoteConnection(user_id, account);
      const { id } = await requestErasure(user_id);
      // The first two transactions disable the user and delete the account.
      await meetFault(fault, runWith({ ...fault, transaction: 3 }, user_id));
      // If one of the two is gone already, the other is erased alone.
      const isErased = isRepaired(fault) || fault.cause === 'condition';
      const found = [
        await remoteConnections.find(table(), user_id, connectionId),
        await remoteConnections.findConnectionIds(table(), account),
      ];
      expect(found.map((item) => item === undefined)).toEqual([isErased, isErased]);
      await runErasureToEnd(user_id);
      expect(await listUserItems(user_id)).toEqual([]);
      const counts = { remoteConnection: 1, providerAccount: 1 };
      expect(await findReceipt(id)).toMatchObject({ counts });
    });
  },
);

it('an erasure whose process ended goes on at the next start, and none begins early', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const later = new Date(start.getTime() + 10_000);
  const running = newId(start);
  const { collection_sk = '' } = await requestErasure(running);
  await due.leaseErasure(table(), { user_id: running, collection_sk }, start);
  const request = { user_id: newId(start), reason: 'person', language: 'en' } as const;
  const pauseStart = new Date(later.getTime() - pauseHours * 3_600_000 + 120_000);
  await erasures.schedule(table(), request, () => ({}), pauseStart);

  const listOwn = async () => {
    const listed = await due.listDue(table(), later);
    return listed.filter(({ user_id }) => [running, request.user_id].includes(user_id));
  };
  expect(await listOwn()).toEqual([]);
  vi.stubEnv(startedVariable, String(later.getTime()));
  const leases = (await listOwn()).map((each) => due.leaseErasure(table(), each, later));
  const leased = await Promise.all(leases);
  expect(leased.map((erasure) => erasure?.reason)).toEqual([undefined, 'operator']);
});

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { sizeRefusals } from '#kit/store-faults.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { connect } from '#shared/table/connection.ts';
import { handler } from './handler.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Refuses the next transactions of this process for their size. */
function refuseTransactions(count: number): void {
  const { client } = connect(newMeter());
  const send = client.send.bind(client);
  let refused = 0;
  const sendOrRefuse = (command: Parameters<typeof client.send>[0]) => {
    if (!(command instanceof TransactWriteCommand) || refused === count)
      return send(command);
    refused += 1;
    return Promise.reject(sizeRefusals[0]);
  };
  vi.spyOn(client, 'send').mockImplementation(sendOrRefuse);
}

/** Removes a connection with two workouts. Returns a function that delivers its clean-up. */
async function arrangeCleanup(remainingMs = [60_000]) {
  const { user_id } = await newPerson();
  await addConnection(user_id, 'polar');
  for (const remote_id of ['1', '2']) {
    const start_time = `2026-11-2${remote_id}T17:00:00Z`;
    await importWorkout(user_id, 'polar', { ...importedRun, remote_id, start_time });
  }
  await disconnect(table(), user_id, 'polar', {
    deletes_entries: true,
    now: new Date('2026-11-22T12:00:00Z'),
  });
  const findRequest = () => table().get(connectionKeys.syncRequest(user_id, 'polar'));
  const body = JSON.stringify(await findRequest());
  const event = { Records: [{ messageId: 'clean-up', body }] };
  let reads = 0;
  const getRemainingTimeInMillis = () => {
    reads += 1;
    return remainingMs[Math.min(reads, remainingMs.length) - 1] ?? 0;
  };
  const context = { getRemainingTimeInMillis };
  const deliver = () => handler(event as Parameters<typeof handler>[0], context);
  const countRecords = async () => (await records.list(table(), user_id)).length;
  return { deliver, countRecords, findRequest };
}

it('a clean-up that is refused for size is logged and delivered again', async () => {
  const { deliver, countRecords } = await arrangeCleanup();
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation(
    (line) => lines.push(String(line)) > 0,
  );
  // Both entries in one transaction, then the first alone.
  refuseTransactions(2);
  expect(await deliver()).toEqual({
    batchItemFailures: [{ itemIdentifier: 'clean-up' }],
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    event: 'clean_up_failed',
    code: 'item_too_large',
    refused: 1,
  });
  expect(await countRecords()).toBe(1);

  expect(await deliver()).toEqual({ batchItemFailures: [] });
  expect(lines).toHaveLength(1);
  expect(await countRecords()).toBe(0);
});

it('a clean-up that has no time for the rest requests it', async () => {
  const { deliver, findRequest } = await arrangeCleanup([60_000, 5000]);
  const before = await findRequest();
  expect(await deliver()).toEqual({ batchItemFailures: [] });
  expect(await findRequest()).toEqual({
    ...before,
    after: '2026-11-22',
    ttl: expect.any(Number),
    write_id: expect.any(String),
  });
});

it('a clean-up that is refused, and has no time for the rest, begins there again', async () => {
  const { deliver, countRecords, findRequest } = await arrangeCleanup([60_000, 5000]);
  const before = await findRequest();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  refuseTransactions(2);
  expect((await deliver()).batchItemFailures).toHaveLength(1);
  expect(await findRequest()).toEqual(before);

  expect(await deliver()).toEqual({ batchItemFailures: [] });
  expect(await countRecords()).toBe(0);
});

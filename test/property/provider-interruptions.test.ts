import { beforeAll, expect, it } from 'vitest';
import { createTableOfWrites } from '#kit/failing-table.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type AccountAtStandIn,
  type CallFault,
  ProcessEnded,
  type ProviderType,
  providerTypes,
} from './provider-account.ts';
import { arrangeDiary, type ImportedDiary } from './provider-diary.ts';
import {
  type Calls,
  type SyncMessage,
  setClients,
  settleAccount,
  sync,
} from './provider-sync.ts';

beforeAll(setClients);

const dayMs = 86_400_000;

/** A diary, the time of its first workout, and how its messages are delivered. */
interface InterruptedDiary extends ImportedDiary {
  start: number;
  deliver(diary: InterruptedDiary, message: SyncMessage): Promise<void>;
}

/** Adds or changes a workout at a provider. */
function putWorkout(
  { accounts, clock, start }: InterruptedDiary,
  type: ProviderType,
  id: string,
  { minutes, distance }: { minutes: number; distance: number },
): void {
  accounts[type].workouts.set(id, {
    id,
    start: new Date(start + minutes * 60_000).toISOString(),
    offset: 0,
    duration: 3600,
    distance,
    energy: 300,
    sport: type === 'whoop' ? 'running' : 'RUNNING',
    changed: clock.now,
  });
}

/**
 * Makes two first imports with one workout of both providers, changes that a list shows, and
 * changes that only webhooks report after the tokens have expired.
 */
async function runHistory(diary: InterruptedDiary): Promise<void> {
  const { accounts, clock, deliver } = diary;
  putWorkout(diary, 'google_health', '1', { minutes: 0, distance: 10_000 });
  putWorkout(diary, 'google_health', '2', { minutes: 300, distance: 5000 });
  await deliver(diary, { type: 'google_health' });
  putWorkout(diary, 'whoop', '1', { minutes: 2, distance: 10_100 });
  putWorkout(diary, 'whoop', '2', { minutes: 600, distance: 7000 });
  await deliver(diary, { type: 'whoop' });

  putWorkout(diary, 'google_health', '1', { minutes: 5, distance: 10_200 });
  accounts.google_health.workouts.delete('2');
  await deliver(diary, { type: 'google_health' });

  // From now on, lists go back seven days only.
  clock.now += 10 * dayMs;
  await settleAccount(diary, 'whoop');
  clock.now += dayMs;
  putWorkout(diary, 'whoop', '1', { minutes: 1440, distance: 10_100 });
  await deliver(diary, { type: 'whoop', workout_id: '1' });
  accounts.whoop.workouts.delete('2');
  await deliver(diary, { type: 'whoop', workout_id: '2', isDeleted: true });
}

let runs = 0;

async function expectModel(deliver: InterruptedDiary['deliver']): Promise<void> {
  // The limits of the providers are counted by day, so each run has days of its own, which differ
  // from those of the test of random events.
  runs += 1;
  const start = Date.UTC(2027, 1, 4, 23) + runs * 60 * dayMs;
  const diary = { ...(await arrangeDiary(start)), start, deliver };
  await runHistory(diary);
  for (const type of providerTypes) await settleAccount(diary, type);
  // It is certain a day later what was deleted.
  diary.clock.now += dayMs;
  for (const type of providerTypes) await settleAccount(diary, type);
  expect(await diary.listShown()).toEqual(diary.listExpected());
}

/**
 * The interruption of a process at one of its writes to the store or the provider:
 * - an end after: the write arrives, but neither a response nor a further call follows.
 * - a failure of: the write does not arrive, and the process goes on.
 * A process that is interrupted at a read leaves the same state as at the write before.
 */
type Interruption = 'an end after' | 'a failure of';

/** Each process is interrupted as many writes later than the one before it. */
const stride = 2;

/** The calls of a process, one of which is interrupted. */
interface InterruptedProcess extends Calls {
  isInterrupted(): boolean;
}

function startInterruptedProcess(
  { send }: AccountAtStandIn,
  interruption: Interruption,
  lastWrite: number,
): InterruptedProcess {
  let count = 0;
  const write = async <T>(call: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count < lastWrite) return call();
    if (interruption === 'a failure of' && count > lastWrite) return call();
    if (interruption === 'an end after' && count === lastWrite) await call();
    throw new ProcessEnded();
  };
  return {
    isInterrupted: () => count >= lastWrite,
    table: createTableOfWrites(write),
    send: (request) =>
      request.method === 'GET' ? send(request) : write(() => send(request)),
  };
}

const interruptions: readonly Interruption[] = ['an end after', 'a failure of'];
const cases = interruptions.flatMap((interruption) =>
  [1, 2].map((firstWrite) => ({ interruption, firstWrite })),
);

it.each(cases)(
  'the diary equals that of the model with $interruption write $firstWrite, and again 2 writes later',
  async ({ interruption, firstWrite }) => {
    await expectModel(async (diary, message) => {
      const account = diary.accounts[message.type];
      let lastWrite = firstWrite;
      for (;;) {
        const interrupted = startInterruptedProcess(account, interruption, lastWrite);
        const ended = await sync(diary, message, interrupted);
        // The queue delivers the message again after the lease.
        diary.clock.now += 360_000;
        if (interrupted.isInterrupted()) lastWrite += stride;
        else if (ended?.outcome === 'synchronized') return;
        // The tokens were lost, so the person connects again.
        else await diary.connect(message.type);
      }
    });
  },
);

/**
 * Creates the table of a process that makes each write twice, because the first response is lost.
 * The lease, its first write, is made once: a lease that was taken already is busy.
 */
function createRepeatingTable(): Table {
  let hasLease = false;
  return createTableOfWrites(async (call) => {
    if (hasLease) await call();
    hasLease = true;
    return call();
  });
}

it('the diary equals that of the model if each write after the lease is made twice', async () => {
  await expectModel(async (diary, message) => {
    const ended = await sync(diary, message, { table: createRepeatingTable() });
    // The second end finds no lease: unlike a repeat of the SDK, it is a call of its own.
    expect(ended?.outcome).toBe('lease_lost');
    diary.clock.now += 1000;
  });
});

it.each<CallFault>(['server-error', 'lost'])(
  'the diary equals that of the model after the fault "%s" of a call of each sync',
  async (fault) => {
    await expectModel(async (diary, message) => {
      // If the refresh of tokens before has failed, the last sync refreshes them in its first call.
      const isLast = message.workout_id === '2';
      diary.accounts[message.type].failNext(isLast ? [undefined, 'lost'] : [fault]);
      await sync(diary, message);
      diary.clock.now += 1000;
    });
  },
);

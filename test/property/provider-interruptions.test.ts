import { beforeAll, expect, it } from 'vitest';
import { createTableOfCalls } from '#kit/failing-table.ts';
import { failure } from '#shared/runtime/result.ts';
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
  await deliver(diary, { type: 'whoop', workout_id: '2' });
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
  expect(await diary.listShown()).toEqual(diary.listExpected());
}

/**
 * How a process is interrupted at one of its calls:
 * - an end before: nothing is called. For the next process, a failure of the store is the same.
 * - an end after: the call arrives, but the process does not get the response.
 * - a lost response of: the call arrives. The SDK makes it again if it is one to the store, and it
 *   fails if it is one to a provider.
 */
type Interruption = 'an end before' | 'an end after' | 'a lost response of';

/** How many calls later each process is interrupted than the one before it. */
const strides = { 'an end before': 8, 'an end after': 4, 'a lost response of': 4 };

/** The calls of a process, one of which is interrupted. */
interface InterruptedProcess extends Calls {
  isInterrupted(): boolean;
}

function startInterruptedProcess(
  { send }: AccountAtStandIn,
  interruption: Interruption,
  lastCall: number,
): InterruptedProcess {
  let count = 0;
  const isLast = () => {
    count += 1;
    return count === lastCall;
  };
  return {
    isInterrupted: () => count >= lastCall,
    table: createTableOfCalls(async (call) => {
      if (!isLast()) return call();
      if (interruption !== 'an end before') await call();
      if (interruption !== 'a lost response of') throw new ProcessEnded();
      return call();
    }),
    send: async (request) => {
      if (!isLast()) return send(request);
      if (interruption !== 'an end before') await send(request);
      if (interruption !== 'a lost response of') throw new ProcessEnded();
      return failure({ kind: 'timeout' });
    },
  };
}

const interruptions = Object.entries(strides).flatMap(([interruption, stride]) =>
  Array.from({ length: stride }, (_, index) => ({
    interruption: interruption as Interruption,
    stride,
    firstCall: index + 1,
  })),
);

it.each(interruptions)(
  'the diary equals that of the model with $interruption call $firstCall, and again $stride calls later',
  async ({ interruption, stride, firstCall }) => {
    await expectModel(async (diary, message) => {
      const account = diary.accounts[message.type];
      let lastCall = firstCall;
      for (;;) {
        const interrupted = startInterruptedProcess(account, interruption, lastCall);
        const outcome = await sync(diary, message, interrupted);
        // The queue delivers the message again after the lease.
        diary.clock.now += 360_000;
        if (interrupted.isInterrupted()) lastCall += stride;
        else if (outcome?.result === 'synchronized') return;
        // The tokens were lost, so the person connects again.
        else await diary.connect(message.type);
      }
    });
  },
);

it.each<[CallFault, number]>([
  ['server-error', 1],
  ['server-error', 2],
  ['lost', 1],
  ['lost', 2],
])(
  'the diary equals that of the model after the fault "%s" of call %i to a provider',
  async (fault, number) => {
    await expectModel(async (diary, message) => {
      diary.accounts[message.type].failNext([...Array(number - 1), fault]);
      await sync(diary, message);
      diary.clock.now += 1000;
    });
  },
);

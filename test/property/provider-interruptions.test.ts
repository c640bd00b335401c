import { beforeAll, expect, it } from 'vitest';
import { createTableOfCalls } from '#kit/failing-table.ts';
import {
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
function put(
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
 * Two first imports with one workout of both providers, changes that a list shows, and changes that
 * only webhooks report, after the tokens have expired.
 */
async function live(diary: InterruptedDiary): Promise<void> {
  const { accounts, clock, deliver } = diary;
  put(diary, 'google_health', '1', { minutes: 0, distance: 10_000 });
  put(diary, 'google_health', '2', { minutes: 300, distance: 5000 });
  await deliver(diary, { type: 'google_health' });
  put(diary, 'whoop', '1', { minutes: 2, distance: 10_100 });
  put(diary, 'whoop', '2', { minutes: 600, distance: 7000 });
  await deliver(diary, { type: 'whoop' });

  put(diary, 'google_health', '1', { minutes: 5, distance: 10_200 });
  accounts.google_health.workouts.delete('2');
  await deliver(diary, { type: 'google_health' });

  // From now on, lists go back seven days only.
  clock.now += 10 * dayMs;
  await settleAccount(diary, 'whoop');
  clock.now += dayMs;
  put(diary, 'whoop', '1', { minutes: 1440, distance: 10_100 });
  await deliver(diary, { type: 'whoop', workout_id: '1' });
  accounts.whoop.workouts.delete('2');
  await deliver(diary, { type: 'whoop', workout_id: '2' });
}

let runs = 0;

async function expectModel(deliver: InterruptedDiary['deliver']): Promise<void> {
  // The limits of the providers are counted by day, so each run has its own, and none that the
  // test of random events has.
  runs += 1;
  const start = Date.UTC(2027, 1, 4, 23) + runs * 60 * dayMs;
  const diary = { ...(await arrangeDiary(start)), start, deliver };
  await live(diary);
  for (const type of providerTypes) await settleAccount(diary, type);
  expect(await diary.listShown()).toEqual(diary.listExpected());
}

/** The calls of a process that ends before a call to the store, or after one to a provider. */
interface EndingProcess extends Calls {
  hasEnded(): boolean;
}

function startEndingProcess(
  { accounts }: ImportedDiary,
  type: ProviderType,
  lastCall: number,
): EndingProcess {
  let count = 0;
  const isLast = () => {
    count += 1;
    return count === lastCall;
  };
  return {
    hasEnded: () => count >= lastCall,
    table: createTableOfCalls(async (call) => {
      if (isLast()) throw new ProcessEnded();
      return call();
    }),
    send: async (request) => {
      const hasToEnd = isLast();
      const response = await accounts[type].send(request);
      if (hasToEnd) throw new ProcessEnded();
      return response;
    },
  };
}

/** How many calls later each process ends than the one before it. */
const stride = 8;

it.each(Array.from({ length: stride }, (_, index) => index + 1))(
  'leads to the diary of the model if processes end at call %i, and so many calls later',
  async (firstCall) => {
    await expectModel(async (diary, message) => {
      for (let lastCall = firstCall; ; lastCall += stride) {
        const ending = startEndingProcess(diary, message.type, lastCall);
        await sync(diary, message, ending);
        // The queue delivers the message again after the lease.
        diary.clock.now += 360_000;
        if (!ending.hasEnded()) return;
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
  'leads to the diary of the model if %s happens to call %i to a provider',
  async (fault, number) => {
    await expectModel(async (diary, message) => {
      diary.accounts[message.type].failNext([...Array(number - 1), fault]);
      await sync(diary, message);
      diary.clock.now += 1000;
    });
  },
);

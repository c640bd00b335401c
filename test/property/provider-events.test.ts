import { beforeAll, expect, it } from 'vitest';
import type { SyncOutcome } from '#functions/connections/sync/run-sync.ts';
import { createFailingTable, type StoreFault } from '#kit/failing-table.ts';
import fc from '#kit/property.ts';
import { type CallFault, type ProviderType, providerTypes } from './provider-account.ts';
import { arrangeDiary, type ImportedDiary, type PersonAction } from './provider-diary.ts';
import { type SyncMessage, setClients, settleAccount, sync } from './provider-sync.ts';

beforeAll(setClients);

/** An event at a provider, between it and us, or in the diary. */
type Event =
  | { kind: 'add' | 'change'; provider: ProviderType; id: string; workout: WorkoutFacts }
  | { kind: 'delete'; provider: ProviderType; id: string }
  | { kind: 'push'; index: number; isRepeated: boolean; faults: Faults }
  | { kind: 'poll'; provider: ProviderType; faults: Faults }
  | { kind: 'wait'; minutes: number }
  | { kind: 'person'; action: PersonAction; index: number };

interface WorkoutFacts {
  /** Minutes after the start of the test. */
  start: number;
  offset: number;
  duration: number;
  distance: number;
}

interface Faults {
  calls: (CallFault | undefined)[];
  store: StoreFault;
}

const provider = fc.constantFrom(...providerTypes);
const id = fc.constantFrom('1', '2', '3');

/** Generates workouts around midnight, some of which the diary merges as duplicates. */
const workout: fc.Arbitrary<WorkoutFacts> = fc.record({
  start: fc.constantFrom(0, 2, 5, 20, 120, 1440),
  offset: fc.constantFrom(0, 3600, -3600),
  duration: fc.constantFrom(500, 3600, 3700),
  distance: fc.constantFrom(10_000, 10_500, 5000),
});

const callFault = fc.option(
  fc.constantFrom<CallFault>(
    'server-error',
    'truncated',
    'lost',
    'refused',
    'rate-limit',
    'killed',
  ),
  { nil: undefined, freq: 2 },
);

const faults: fc.Arbitrary<Faults> = fc.record({
  calls: fc.array(callFault, { maxLength: 4 }),
  store: fc.record({ number: fc.integer({ min: 1, max: 12 }), isWritten: fc.boolean() }),
});

const toKind = <K extends string>(name: K) => fc.constant(name);

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: toKind('add'), provider, id, workout }) },
  { weight: 2, arbitrary: fc.record({ kind: toKind('change'), provider, id, workout }) },
  { weight: 1, arbitrary: fc.record({ kind: toKind('delete'), provider, id }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: toKind('push'),
      index: fc.nat(5),
      isRepeated: fc.boolean(),
      faults,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: toKind('poll'), provider, faults }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: toKind('wait'), minutes: fc.constantFrom(1, 7, 70) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: toKind('person'),
      action: fc.constantFrom<PersonAction>('edit', 'remove', 'separated', 'joined'),
      index: fc.nat(4),
    }),
  },
);

let runs = 0;

it('the diary equals that of the model after any events, faults and interruptions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
      // Rate limits count the requests of a period, so each run has 30 days of its own.
      runs += 1;
      const start = Date.UTC(2026, 10, 20, 23) + runs * 30 * 86_400_000;
      const diary = await arrangeDiary(start);
      for (const each of events) await applyEvent(diary, each, start);
      await settle(diary);
      expect(await diary.listShown()).toEqual(diary.listExpected());
    }),
    { numRuns: 12, seed: 20_261_122 },
  );
});

async function applyEvent(
  diary: ImportedDiary,
  event: Event,
  start: number,
): Promise<void> {
  diary.clock.now += 1000;
  if (event.kind === 'wait') diary.clock.now += event.minutes * 60_000;
  else if (event.kind === 'person') await diary.performAction(event.action, event.index);
  else if (event.kind === 'poll') {
    const message = { type: event.provider };
    await syncWithFaults(diary, message, event.faults);
  } else if (event.kind === 'push') await deliver(diary, event);
  else changeAtProvider(diary, event, start);
}

/** Changes the account of the person at a provider, which reports it by a webhook. */
function changeAtProvider(
  { accounts, pushes, clock, isDecided }: ImportedDiary,
  event: Extract<Event, { kind: 'add' | 'change' | 'delete' }>,
  start: number,
): void {
  const { provider: type, id: workout_id, kind: change } = event;
  const { workouts } = accounts[type];
  if (change !== 'add' && !workouts.has(workout_id)) return;
  if (change === 'delete') {
    // A deletion also ends the decisions about a workout. The model does not know this, so such
    // workouts are not deleted.
    if (isDecided(type, workout_id)) return;
    workouts.delete(workout_id);
  } else {
    workouts.set(workout_id, toWorkout(event, start, clock.now));
  }
  pushes.push({ type, workout_id, isDeleted: change === 'delete' });
}

function toWorkout(
  {
    provider: type,
    id: workout_id,
    workout: facts,
  }: Extract<Event, { kind: 'add' | 'change' }>,
  start: number,
  changed: number,
) {
  const { offset, duration, distance } = facts;
  const startedAt = new Date(start + facts.start * 60_000).toISOString();
  const sport = type === 'whoop' ? 'running' : 'RUNNING';
  return {
    id: workout_id,
    start: startedAt,
    offset,
    duration,
    distance,
    sport,
    energy: 300,
    changed,
  };
}

/** Delivers a webhook. Keeps the webhook for a further delivery if it failed or is repeated. */
async function deliver(
  diary: ImportedDiary,
  { index, isRepeated, faults: pushFaults }: Extract<Event, { kind: 'push' }>,
): Promise<void> {
  const push = diary.pushes[index % Math.max(diary.pushes.length, 1)];
  if (!push) return;
  const ended = await syncWithFaults(diary, push, pushFaults);
  if (isDone(ended) && !isRepeated) diary.pushes.splice(diary.pushes.indexOf(push), 1);
}

function syncWithFaults(
  diary: ImportedDiary,
  message: SyncMessage,
  { calls, store }: Faults,
): Promise<SyncOutcome | undefined> {
  diary.accounts[message.type].failNext(calls);
  return sync(diary, message, { table: createFailingTable(store) });
}

/**
 * Returns whether a webhook needs no further delivery, because its sync succeeded or because the
 * next planned sync covers the webhook.
 */
function isDone(ended: SyncOutcome | undefined): boolean {
  if (ended?.outcome === 'failed') return ended.isPlanned;
  return ended?.outcome === 'synchronized';
}

/**
 * Polls each account without faults, connects it again if necessary, and delivers its webhooks.
 * Polls again a day later, when it is certain what was deleted.
 */
async function settle(diary: ImportedDiary): Promise<void> {
  for (const type of providerTypes) {
    await settleAccount(diary, type);
    const pushes = diary.pushes.filter((push) => push.type === type);
    for (const push of pushes) {
      diary.clock.now += 1000;
      const ended = await sync(diary, push);
      expect(ended?.outcome).toBe('synchronized');
    }
  }
  diary.clock.now += 86_400_000;
  for (const type of providerTypes) await settleAccount(diary, type);
}

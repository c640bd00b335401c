import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '#kit/random.ts';
import { createInbox } from './inbox-of-person.ts';
import {
  dayCount,
  firstDay,
  formatLocal,
  listHours,
  type PhoneClock,
  toDay,
} from './simulated-phone.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A workout on the phone, as its app and the model know it. */
interface PhoneWorkout {
  uuid: string;
  ms: number;
  zone: string;
  minutes: number;
}

/** A phone with workouts, of which a person records some, corrects some and deletes some. */
function createPhone(random: Random) {
  const workouts = new Map<string, PhoneWorkout>();
  /** Those that the person has deleted in the diary, or edited there. */
  const removed = new Set<string>();
  const edited = new Map<string, number>();
  let count = 0;
  return {
    workouts,
    removed,
    edited,
    /** Records or corrects a workout, or deletes one and returns its id. */
    act({ now, zone }: PhoneClock, canDelete: boolean): PhoneWorkout | string {
      const latest = [...workouts.values()].slice(-3);
      if (canDelete && latest.length > 1 && random.chance(0.25)) {
        const { uuid } = random.pick(latest);
        if (!edited.has(uuid)) {
          workouts.delete(uuid);
          return uuid;
        }
      }
      count += 1;
      const isCorrection = latest.length > 0 && random.chance(0.3);
      const place = isCorrection
        ? random.pick(latest)
        : { uuid: `w${count}`, ms: now, zone };
      const workout = { ...place, minutes: random.integer(2, 20) };
      workouts.set(workout.uuid, workout);
      return workout;
    },
    /** The starts and minutes that the diary should have. */
    listTruth: () =>
      [...workouts.values()]
        .filter(({ uuid }) => !removed.has(uuid))
        .map(({ uuid, ms, minutes }) => `${ms} ${edited.get(uuid) ?? minutes}`)
        .sort(),
  };
}
type Phone = ReturnType<typeof createPhone>;
type PersonInbox = Awaited<ReturnType<typeof createInbox>>;

/** Edits or deletes a workout of the diary now and then, as the person does. */
async function change(random: Random, inbox: PersonInbox, phone: Phone): Promise<void> {
  if (!random.chance(0.3)) return;
  const left = [...phone.workouts.values()].filter(
    ({ uuid }) => !phone.removed.has(uuid) && !phone.edited.has(uuid),
  );
  const workout = left.at(-1);
  if (!workout) return;
  const minutes = random.chance(0.5) ? random.integer(21, 25) : undefined;
  await inbox.changeWorkout(workout.ms, minutes);
  if (minutes === undefined) phone.removed.add(workout.uuid);
  else phone.edited.set(workout.uuid, minutes);
}

interface Message {
  source: 'health_connect';
  sequence: number;
  exercise?: object[];
  deleted_records?: { type: string; uuid: string }[];
}

it('workouts with ids are those of the phone, in whatever order they arrive', async () => {
  const random = createRandom(seed);
  vi.setSystemTime(Date.parse(`${firstDay}T00:00:00Z`));
  const inbox = await createInbox('companion', random);
  const phone = createPhone(random);
  let waiting: Message[] = [];
  let sequence = 0;
  for (const { clock, isLastOfDay } of listHours(random)) {
    if (clock.isWrong) continue;
    vi.setSystemTime(clock.now);
    const done = phone.act(clock, true);
    sequence += 1;
    const message = { source: 'health_connect' as const, sequence, ...toParts(done) };
    waiting.push(message, ...(random.chance(0.2) ? [message] : []));
    if (!isLastOfDay && random.chance(0.6)) continue;
    const left: Message[] = [];
    for (const each of random.sample(waiting, waiting.length)) {
      const isTaken = await inbox.push(each, { mayFail: !isLastOfDay });
      if (!isTaken) left.push(each);
    }
    waiting = left;
    if (!isLastOfDay) continue;
    expect(await inbox.listWorkouts()).toEqual(phone.listTruth());
    await change(random, inbox, phone);
  }
  expect(sequence).toBeGreaterThan(dayCount);
});

function toParts(done: PhoneWorkout | string): Omit<Message, 'source' | 'sequence'> {
  if (typeof done === 'string')
    return { deleted_records: [{ type: 'exercise', uuid: done }] };
  const { uuid, ms, minutes } = done;
  const [start_time, end_time] = [ms, ms + minutes * 60_000].map((at) =>
    new Date(at).toISOString(),
  );
  const session = { uuid, type: '56', start_time, end_time };
  return { exercise: [{ ...session, duration_seconds: minutes * 60 }] };
}

it('workouts of windows that come again and again are those of the phone', async () => {
  const random = createRandom(seed);
  vi.setSystemTime(Date.parse(`${firstDay}T00:00:00Z`));
  const inbox = await createInbox('health_auto_export', random);
  const phone = createPhone(random);
  for (const { clock, isLastOfDay } of listHours(random)) {
    if (clock.isWrong) continue;
    vi.setSystemTime(clock.now);
    phone.act(clock, false);
    const inWindow = [...phone.workouts.values()].slice(-6);
    const times = isLastOfDay ? 1 : random.integer(0, 1);
    for (let time = 0; time < times; time += 1) {
      const workouts = random.sample(inWindow, inWindow.length).map(toExported(random));
      await inbox.push({ data: { workouts } }, { mayFail: !isLastOfDay });
    }
    if (!isLastOfDay) continue;
    expect(await inbox.listWorkouts()).toEqual(phone.listTruth());
    await change(random, inbox, phone);
  }
});

/** Of one workout, some windows have the route, and some have none. */
const toExported =
  (random: Random) =>
  ({ uuid, ms, zone, minutes }: PhoneWorkout) => {
    const [start, end] = [ms, ms + minutes * 60_000].map((at) => formatLocal(at, zone));
    const route = Array.from({ length: minutes + 1 }, (_, minute) => ({
      latitude: 52.5 + minute / 1000,
      longitude: 13.4,
      timestamp: formatLocal(ms + minute * 60_000, zone),
    }));
    const workout = { id: uuid, name: `Lauf ${toDay(ms, zone)}`, start, end };
    return random.chance(0.5) ? { ...workout, route } : workout;
  };

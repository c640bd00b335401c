import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import { createRandom, type Random } from '#kit/random.ts';
import { createInbox, describe } from './inbox-of-person.ts';
import {
  firstDay,
  formatLocal,
  formatOffset,
  home,
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

/** A record of Health Connect as it is on the phone. */
interface PhoneRecord {
  type: 'weight' | 'resting_heart_rate';
  ms: number;
  /** Where it was measured, if the app tells that, or else where its person lives. */
  zone: string;
  tellsZone: boolean;
  value: number;
}

interface Message {
  source: 'health_connect';
  sequence: number;
  weight?: object[];
  resting_heart_rate?: object[];
  daily_totals?: { date: string; steps: number }[];
  deleted_records?: { type: string; uuid: string }[];
  backfill?: true;
  window_start?: string;
  window_end?: string;
  window_complete?: boolean;
}

const toTime = (ms: number) => new Date(ms).toISOString();

/** Returns a record as messages have it. */
function toSent(uuid: string, { type, ms, zone, tellsZone, value }: PhoneRecord) {
  const metadata = { zone_offset: formatOffset(ms, zone) };
  const unit = type === 'weight' ? 'kilograms' : 'bpm';
  return { uuid, time: toTime(ms), [unit]: value, ...(tellsZone && { metadata }) };
}

/** The first message of the app. An inbox compares no number of before its first. */
const firstMessage: Message = { source: 'health_connect', sequence: 1 };

/** A phone with Life Dashboard Companion: what is on it, and the messages that wait. */
function createCompanion(random: Random) {
  const records = new Map<string, PhoneRecord>();
  const steps = new Map<string, number>();
  const removed = new Set<string>();
  let waiting: Message[] = [];
  let { sequence } = firstMessage;

  /** Lists the latest weights, of which messages can still be waiting. */
  const listWeights = () =>
    [...records].filter(([, { type }]) => type === 'weight').slice(-3);

  function add({ now, zone }: PhoneClock): PhoneRecord & { uuid: string } {
    const isWeight = random.chance(0.6);
    const tellsZone = random.chance(0.5);
    const known = listWeights();
    const corrected = isWeight && known.length > 0 && random.chance(0.3);
    const [uuid, before] = corrected ? random.pick(known) : [`r${sequence}`, undefined];
    const place = { ms: now, zone: tellsZone ? zone : home, tellsZone };
    const type = isWeight ? 'weight' : 'resting_heart_rate';
    const value = isWeight ? random.integer(70, 90) : random.integer(45, 60);
    const record = { type, ...(before ?? place), value } as const;
    records.set(uuid, record);
    return { ...record, uuid };
  }

  function act(clock: PhoneClock): void {
    sequence += 1;
    steps.set(clock.today, (steps.get(clock.today) ?? 0) + random.integer(1, 900));
    const message: Message = {
      source: 'health_connect',
      sequence,
      daily_totals: [{ date: clock.today, steps: steps.get(clock.today) ?? 0 }],
    };
    const weights = listWeights();
    if (weights.length > 1 && random.chance(0.3)) {
      const [uuid] = random.pick(weights);
      records.delete(uuid);
      message.deleted_records = [{ type: 'weight', uuid }];
    } else {
      const { uuid, ...record } = add(clock);
      message[record.type] = [toSent(uuid, record)];
    }
    waiting.push(message);
    // One success of several addresses counts, and some messages are sent twice.
    if (random.chance(0.2)) waiting.push(message);
  }

  /** Loses a weight without a message of that, and sends all of three days in two parts. */
  function backfill({ now: end }: PhoneClock): void {
    const start = end - 259_200_000;
    const isWithin = ({ ms }: PhoneRecord) => start <= ms && ms < end;
    const [lost] = listWeights().findLast(([, record]) => isWithin(record)) ?? [''];
    records.delete(lost);
    const within = [...records].filter(([, record]) => isWithin(record));
    const window = { window_start: toTime(start), window_end: toTime(end) };
    for (const type of ['weight', 'resting_heart_rate'] as const) {
      sequence += 1;
      const ofType = within.filter(([, record]) => record.type === type);
      waiting.push({
        ...{ source: 'health_connect', sequence, backfill: true, ...window },
        window_complete: type !== 'weight',
        [type]: ofType.map(([uuid, record]) => toSent(uuid, record)),
      });
    }
  }

  return {
    act,
    backfill,
    removed,
    /** Sends what waits in any order. What fails is sent again at once, or else later. */
    async sync(push: (message: Message) => Promise<boolean>): Promise<void> {
      const left: Message[] = [];
      for (const message of random.sample(waiting, waiting.length))
        if (!(await push(message)) && !(await push(message))) left.push(message);
      waiting = left;
    },
    listTruth(): Map<string, number> {
      const placed = [...records.values()]
        .sort((one, other) => one.ms - other.ms)
        .map(({ type, ms, zone, value }) => {
          const [date, time] = [toDay(ms, zone), new Date(ms).toISOString()];
          return { type, date, time, value };
        });
      // Of several values of a day the last one counts.
      const ofDays = placed.filter(({ type }) => type === 'resting_heart_rate');
      const last = new Map(ofDays.map((each) => [each.date, each]));
      const shown = [...placed.filter(({ type }) => type === 'weight'), ...last.values()];
      const truth = shown.map((each) => [describe(each), each.value] as const);
      const totals = [...steps].map(
        ([date, count]) => [describe({ type: 'steps', date }), count] as const,
      );
      const all = new Map([...truth, ...totals]);
      for (const name of removed) all.delete(name);
      return all;
    },
  };
}

it('what an app with ids has sent is what is on the phone', async () => {
  const random = createRandom(seed);
  vi.setSystemTime(Date.parse(`${firstDay}T00:00:00Z`));
  const inbox = await createInbox('companion', random);
  const phone = createCompanion(random);
  await inbox.push(firstMessage, { mayFail: false });
  for (const { clock, isLastOfDay } of listHours(random)) {
    if (!clock.isWrong) vi.setSystemTime(clock.now);
    phone.act(clock);
    if (random.chance(0.4)) await phone.sync((message) => inbox.push(message));
    if (!isLastOfDay) continue;
    const sendAll = () =>
      phone.sync((message) => inbox.push(message, { mayFail: false }));
    await sendAll();
    if (random.chance(0.3)) {
      phone.backfill(clock);
      await phone.sync((message) => inbox.push(message));
      await sendAll();
    }
    expect(await inbox.list('weight,steps,resting_heart_rate')).toEqual(
      phone.listTruth(),
    );
    if (random.chance(0.2)) {
      const name = await inbox.deleteShown(clock.today, 'weight');
      if (name !== undefined) phone.removed.add(name);
    }
  }
});

/** An iPhone with Health Auto Export: what is on it, and the windows that it sends of it. */
function createAutoExport(random: Random) {
  const steps = new Map<string, { watch: number; phone: number }>();
  const weights: { ms: number; value: number }[] = [];
  const nights = new Map<string, { start: number; end: number; hours: number }>();
  const removed = new Set<string>();

  function act({ now, zone, today, isWrong }: PhoneClock): void {
    const { watch, phone } = steps.get(today) ?? { watch: 0, phone: 0 };
    const [one, other] = [random.integer(1, 2000), random.integer(1, 2000)];
    steps.set(today, { watch: watch + one, phone: phone + other });
    const night = nights.get(today);
    // The watch corrects when a night began.
    if (night && random.chance(0.3)) night.start -= 600_000;
    if (night || isWrong) return;
    const end = now - 1_800_000;
    const hours = random.integer(5, 7);
    nights.set(toDay(end, zone), { start: end - 28_800_000, end, hours });
    if (random.chance(0.7)) weights.push({ ms: now, value: random.integer(70, 90) });
  }

  /** Builds the window of yesterday and today, of which yesterday can be cut. */
  function buildWindow({ today, zone }: PhoneClock) {
    const days = [addDays(today, -1), today];
    const isOver = addDays(today, -1) < toDay(Date.now(), home);
    const cut = isOver && random.chance(0.3) ? days[0] : undefined;
    const rows = days.flatMap((day) =>
      Object.entries(steps.get(day) ?? {}).map(([source, qty]) => ({
        ...{ date: formatLocal(Date.parse(`${day}T12:00:00Z`), zone), source },
        qty: day === cut ? Math.floor(qty / 2) : qty,
      })),
    );
    const inWindow = weights.filter(({ ms }) => days.includes(toDay(ms, zone)));
    const asleep = [...nights.values()].filter(({ end }) =>
      days.includes(toDay(end, zone)),
    );
    const metrics = [
      { name: 'step_count', units: 'count', data: rows },
      {
        name: 'weight_body_mass',
        units: 'kg',
        data: inWindow.map(({ ms, value }) => ({
          date: formatLocal(ms, zone),
          qty: value,
        })),
      },
      {
        name: 'sleep_analysis',
        units: 'hr',
        data: asleep.map(({ start, end, hours }) => ({
          sleepStart: formatLocal(start, zone),
          sleepEnd: formatLocal(end, zone),
          totalSleep: hours,
        })),
      },
    ];
    return random.sample(metrics, metrics.length);
  }

  return {
    act,
    removed,
    /** Sends a window, whole or in batches. What fails is not sent again before the next one. */
    async run(clock: PhoneClock, push: (message: object) => Promise<boolean>) {
      const metrics = buildWindow(clock);
      const batches = random.chance(0.3) ? metrics.map((metric) => [metric]) : [metrics];
      for (const batch of batches) await push({ data: { metrics: batch } });
    },
    listTruth(): Map<string, number> {
      const totals = [...steps].map(([date, { watch, phone }]) => ({
        ...{ type: 'steps', date },
        value: Math.max(watch, phone),
      }));
      const weighed = weights.map(({ ms, value }) => {
        const date = [...nights].find(([, { end }]) => end + 1_800_000 === ms)?.[0] ?? '';
        return { type: 'weight', date, time: toTime(ms), value };
      });
      const slept = [...nights].map(([date, { start, hours }]) => ({
        ...{ type: 'sleep', date, time: toTime(start) },
        value: hours * 3600,
      }));
      const all = [...totals, ...weighed, ...slept];
      const truth = new Map(all.map((each) => [describe(each), each.value]));
      for (const name of removed) truth.delete(name);
      return truth;
    },
  };
}

it('what an app has sent again and again is what is on the phone', async () => {
  const random = createRandom(seed);
  vi.setSystemTime(Date.parse(`${firstDay}T00:00:00Z`));
  const inbox = await createInbox('health_auto_export', random);
  const phone = createAutoExport(random);
  for (const { clock, isLastOfDay } of listHours(random)) {
    if (!clock.isWrong) vi.setSystemTime(clock.now);
    phone.act(clock);
    // What a phone has noted at a wrong time is in no later window.
    const mayFail = !clock.isWrong && !isLastOfDay;
    const times = mayFail ? random.integer(0, 2) : 1;
    for (let time = 0; time < times; time += 1)
      await phone.run(clock, (message) => inbox.push(message, { mayFail }));
    if (!isLastOfDay) continue;
    expect(await inbox.list('weight,steps,sleep')).toEqual(phone.listTruth());
    if (random.chance(0.2)) {
      const name = await inbox.deleteShown(clock.today, 'weight');
      if (name !== undefined) phone.removed.add(name);
    }
  }
});

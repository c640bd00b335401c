import { beforeEach, expect, it } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import * as inboxes from '../inbox.store.ts';

const days = Array.from({ length: 30 }, (_, day) => addDays('2026-03-10', day));

let person: TestPerson;
let secret: string;
beforeEach(async () => {
  person = await newPerson();
  const inbox = { name: 'Phone', app: 'companion', isSigned: false } as const;
  const created = await inboxes.create(table(), person.user_id, inbox, new Date());
  secret = created?.secret ?? '';
});

const send = async (json: unknown) => {
  const headers = { Authorization: `Bearer ${secret}` };
  const { status } = await callHandler('POST', '/v7.1/inbox/', { json, headers });
  expect(status).toBe(200);
};

/** Lists the values of a type by their ids, or else by their days. */
async function listStored(type: 'weight' | 'steps') {
  const diary = { table: table(), user_id: person.user_id, hidden_types: [] };
  const months = ['2026-03', '2026-04'].map((month) => ({ type, month }));
  const values = await measurements.list(diary, months);
  return new Map(
    values.map(({ measured: { external_id, date, value } }) => [
      external_id ?? date,
      value,
    ]),
  );
}

/** A generator of numbers from 0 to below 1, always the same for a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Message {
  source: 'health_connect';
  sequence: number;
  weight?: { uuid: string; time: string; kilograms: number }[];
  daily_totals?: { date: string; steps: number }[];
  deleted_records?: { type: 'weight'; uuid: string }[];
}

it.each([1, 2, 3])(
  'an app with ids leaves what is on the phone (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const weights = new Map<string, number>();
    const steps = new Map<string, number>();
    let sequence = 0;

    /** Changes what is on the phone, and returns the message about it. */
    const act = (date: string, hour: number): Message => {
      sequence += 1;
      const message = { source: 'health_connect', sequence } as const;
      const uuid = `w${Math.floor(random() * 2)}-${date}`;
      steps.set(date, (steps.get(date) ?? 0) + Math.ceil(random() * 900));
      const daily_totals = [{ date, steps: steps.get(date) ?? 0 }];
      if (weights.has(uuid) && random() < 0.5) {
        weights.delete(uuid);
        return { ...message, deleted_records: [{ type: 'weight', uuid }] };
      }
      const kilograms = 70 + Math.floor(random() * 3);
      weights.set(uuid, kilograms);
      const number = Number(uuid.slice(1, 2));
      const time = `${date}T0${number}:${String(hour).padStart(2, '0')}:00Z`;
      return { ...message, daily_totals, weight: [{ uuid, time, kilograms }] };
    };

    for (const date of days) {
      const messages = Array.from({ length: 4 }, (_, hour) => act(date, hour));
      // Some arrive late, and some twice.
      const doubled = messages.flatMap((one) => (random() < 0.2 ? [one, one] : [one]));
      const order = doubled.map((message) => ({ message, at: random() }));
      order.sort((one, other) => one.at - other.at);
      for (const { message } of order) await send(message);
      // The last message of a day has its total, also if it was about a deletion.
      sequence += 1;
      const total = [{ date, steps: steps.get(date) ?? 0 }];
      await send({ source: 'health_connect', sequence, daily_totals: total });
      expect(await listStored('weight')).toEqual(new Map(weights));
      expect(await listStored('steps')).toEqual(steps);
    }
  },
);

it('an app that repeats its window leaves what the phone has counted', async () => {
  const random = createRandom(4);
  const steps = new Map<string, number>();
  for (const date of days) {
    const window = [addDays(date, -1), date].filter((day) => day >= (days[0] ?? ''));
    for (let hour = 0; hour < 4; hour += 1) {
      steps.set(date, (steps.get(date) ?? 0) + Math.ceil(random() * 2000));
      const rows = window.map((day) => ({
        date: `${day} 00:00:00 +0200`,
        qty: steps.get(day),
      }));
      const data = { metrics: [{ name: 'step_count', units: 'count', data: rows }] };
      // A message can be lost, and the last one of a day is not.
      const isLost = hour < 3 && random() < 0.3;
      const times = isLost ? 0 : 1 + Math.floor(random() * 2);
      for (let time = 0; time < times; time += 1) await send({ data });
    }
    expect(await listStored('steps')).toEqual(steps);
  }
});

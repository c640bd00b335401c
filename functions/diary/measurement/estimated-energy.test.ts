import { beforeEach, describe, expect, it } from 'vitest';
import { callHandler, callHandlerWith } from '#kit/call-handler.ts';
import { run } from '#kit/diary.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { estimateWritten } from './estimated-energy.ts';
import * as measurements from './measurement.store.ts';
import type { MeasurementOrigin } from './measurement.ts';

const host = 'diary';
const date = '2026-03-15';
const unknownRun = {
  ...run,
  date,
  exercise: { id: '1' },
  duration: 3600,
  energy: { unit: 'calories', value: 0 },
  energy_source: 'unknown',
};
const withings = {
  kind: 'connection',
  remote_connection_type: 'withings',
  remote_connection_id: 'w1',
  remote_id: 'account-of-ann',
} as const;

let person: TestPerson;
let token: string;
beforeEach(async () => {
  person = await newPerson();
  token = await issueUserToken(person, undefined, 'diary.write measurements.read');
});

const weigh = (
  day: string,
  value: number,
  source: MeasurementOrigin = { kind: 'person' },
) =>
  measurements.storeInParts(table(), person.user_id, {
    source,
    sent: [{ type: 'weight', date: day, time: `${day}T12:00:00Z`, value }],
  });

type Shown = Record<string, unknown> & { id: string };
const send = async <Body = Shown>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  json?: object,
  as = token,
) =>
  (await callHandler<Body>(method, path, { host, token: as, ...(json && { json }) }))
    .body;
const add = async (item: object = unknownRun, as = token) => {
  const { items } = await send<{ items: Shown[] }>(
    'POST',
    '/v2/diary',
    { items: [item] },
    as,
  );
  return items[0] as Shown;
};
const toEnergy = ({ energy, energy_source }: Shown) => ({ energy, energy_source });
const estimated = (value: number, unit = 'calories') => ({
  energy: { unit, value },
  energy_source: 'estimated',
});
const unknown = toEnergy(unknownRun as unknown as Shown);
const readSummary = async (as = token) => {
  const path = `/v2/diary/summary?from=${date}&to=${date}`;
  const { items } = await send<{ items: Record<string, unknown>[] }>(
    'GET',
    path,
    undefined,
    as,
  );
  return items[0];
};

describe('the energy of an exercise that states none', () => {
  it('is the METs of its activity for each kilogram and hour', async () => {
    await weigh(date, 70);
    const added = await add();
    // A run has 8 METs.
    expect(toEnergy(added)).toEqual(estimated(560));
    const path = `/v2/diary?entry_date=${date}&fields=energy`;
    const day = await send<{ items: Shown[] }>('GET', path);
    expect(day.items.map(toEnergy)).toEqual([estimated(560)]);
    expect(await send('GET', `/v2/diary/${added.id}`)).toEqual(added);
    const energy = { unit: 'kilojoules', value: 0 };
    expect(toEnergy(await add({ ...unknownRun, energy }))).toEqual(
      estimated(2343, 'kilojoules'),
    );
  });

  it('is of the last weight, at most a year old, also of one that comes later', async () => {
    const { id } = await add();
    const read = async () => toEnergy(await send('GET', `/v2/diary/${id}`));
    await weigh('2026-03-16', 99);
    await weigh('2025-03-14', 98);
    expect(await read()).toEqual(unknown);
    await weigh('2025-03-15', 50);
    expect(await read()).toEqual(estimated(400));
    await weigh('2026-01-31', 60);
    expect(await read()).toEqual(estimated(480));
  });

  it('stays unknown without an activity type, or if nobody can burn as much', async () => {
    await weigh(date, 700);
    const other = { ...unknownRun, exercise: { id: '01' } };
    expect(toEnergy(await add(other))).toEqual(unknown);
    expect(toEnergy(await add({ ...unknownRun, duration: 604_800 }))).toEqual(unknown);
  });

  it('does not exist without the scope, as it tells the weight', async () => {
    await weigh(date, 70);
    for (const scope of ['read', 'diary.write']) {
      const as = await issueUserToken(person, undefined, scope);
      expect(toEnergy(await add(unknownRun, as))).toEqual(unknown);
      const summary = await readSummary(as);
      expect(summary).toMatchObject({ energy_out: null });
      expect(summary).not.toHaveProperty('energy_out_estimated');
    }
  });

  it('does not tell a weight that a provider hides from the caller', async () => {
    await weigh(date, 70, withings);
    const { id } = await add();
    const scope = 'diary.read measurements.read';
    for (const [hidden, expected] of [
      ['withings', unknown],
      ['', estimated(560)],
    ] as const) {
      const sendAs = callHandlerWith({
        sub: person.user_id,
        scope,
        hidden_types: hidden,
      });
      const { body } = await sendAs<Shown>('GET', `/v2/diary/${id}`, { host });
      expect(toEnergy(body)).toEqual(expected);
    }
  });

  it('is left out of what was just written while the weights cannot be read', async () => {
    const entry = { ...unknownRun, id: '1', type: 'exercise' } as never;
    const getEach = () => Promise.reject(serviceError('unavailable', { cause: 'busy' }));
    const { user_id } = person;
    const diary = { table: { getEach }, user_id, scope: 'measurements.read' } as never;
    expect(await estimateWritten(diary, [entry])).toEqual([entry]);
  });

  it('is a part of the sums that says so', async () => {
    await weigh(date, 70);
    await add();
    const sum = { unit: 'calories', value: 560 };
    const ofEstimate = { energy_out: sum, energy_out_estimated: sum, energy_unknown: 0 };
    expect(await readSummary()).toMatchObject(ofEstimate);
    await add({ ...unknownRun, exercise: { id: 'own' } });
    await add({ ...run, date, energy: { unit: 'calories', value: 100 } });
    expect(await readSummary()).toMatchObject({
      energy_out: { unit: 'calories', value: 660 },
      energy_out_estimated: sum,
      energy_unknown: 1,
    });
  });

  it('is not stated by a client that writes back what it has read', async () => {
    await weigh(date, 70);
    const { source: _, ...shown } = await add();
    const { id } = shown;
    expect(await send('PATCH', `/v2/diary/${id}`, shown)).toMatchObject(shown);
    expect(toEnergy(await add(shown))).toEqual(estimated(560));
    await weigh(date, 80);
    expect(toEnergy(await send('GET', `/v2/diary/${id}`))).toEqual(estimated(640));

    const stated = { unit: 'calories', value: 555 };
    await send('PATCH', `/v2/diary/${id}`, { energy: stated });
    const after = await send('PATCH', `/v2/diary/${id}`, shown);
    expect(toEnergy(after)).toEqual({ energy: stated, energy_source: 'stated' });
  });
});

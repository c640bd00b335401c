import { beforeEach, describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { call } from '#kit/call.ts';
import {
  issueUserToken,
  newClient,
  newPerson,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { refuseFirst } from '#kit/store-faults.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { exists } from '#shared/table/condition.ts';
import * as measurements from './measurement.store.ts';
import {
  isOfConnection,
  type MeasurementOrigin,
  type MeasurementPlace,
  parseMeasurementId,
  type SentMeasurement,
} from './measurement.ts';
import { deleteOne, deleteWhere, undoImport } from './measurement-deletion.store.ts';

const path = '/v2/measurements';
const now = new Date();

let person: TestPerson;
let token: string;
beforeEach(async () => {
  person = await newPerson();
  token = await issueUserToken(person, undefined, 'measurements.write');
});

interface Stored {
  stored: number;
  unchanged: number;
  ignored: number;
  items: { id: string; outcome: string }[];
}
interface Listed {
  items: { id: string; type: string; value: number; source: { is_own: boolean } }[];
}

const post = (items: readonly unknown[], as = token) =>
  call<Stored>('POST', path, { host: 'diary', token: as, json: { items } });
const send = (method: 'GET' | 'DELETE', id: string, as = token) =>
  call(method, `${path}/${id}`, { host: 'diary', token: as });
const list = async (query: string, as = token) =>
  (await call<Listed>('GET', `${path}?${query}`, { host: 'diary', token: as })).body
    .items;

/** The two sources that are no application. */
const withings = {
  kind: 'connection',
  remote_connection_type: 'withings',
  remote_connection_id: 'w1',
  remote_id: 'account-of-ann',
  data_source_id: 'scale',
} as const;
const watch = {
  kind: 'file',
  source_name: 'Watch of Ann',
  data_source_id: 'watch',
} as const;
const at = (day: number) => `2026-03-0${day}T06:00:00Z`;
const keep = (
  source: MeasurementOrigin,
  sent: readonly SentMeasurement[],
  import_id?: string,
) => measurements.storeInParts(table(), person.user_id, { source, sent, import_id });

const weight = { type: 'weight', time: '2026-03-01T07:10:00+01:00', value: 80 };
const march = 'from=2026-03-01&to=2026-03-31';

describe('measurements', () => {
  it('of eight requests at once are there if they are said to be stored', async () => {
    const inbox = { kind: 'inbox', inbox_id: 'phone' } as const;
    const dates = Array.from({ length: 8 }, (_, index) => `2026-03-0${index + 1}`);
    const stored = dates.map((date) => keep(inbox, [{ type: 'steps', date, value: 1 }]));
    const results = await Promise.allSettled(stored);
    const isTaken = (_: unknown, index: number) => results[index]?.status === 'fulfilled';
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'unavailable' });
    const diary = { table: table(), user_id: person.user_id, hidden_types: [] };
    const found = await measurements.list(diary, [{ type: 'steps', month: '2026-03' }]);
    expect(found.map(({ measured: { date } }) => date).sort()).toEqual(
      dates.filter(isTaken),
    );
    expect(found).not.toEqual([]);
  });

  it('are tried five times while others change the same month, then not', async () => {
    const sent = [{ type: 'steps', date: '2026-03-01', value: 1 } as const];
    const storeAfter = (count: number) => {
      // The first change of the transaction is the month.
      const busy = refuseFirst(table(), count, 'condition');
      const source = { kind: 'person' } as const;
      return measurements.store(busy, person.user_id, { source, sent });
    };
    await expect(storeAfter(5)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await list('from=2026-03-01&to=2026-03-01')).toEqual([]);
    expect(await storeAfter(4)).toMatchObject([{ outcome: 'stored' }]);
  });

  it('are refused for their size, not for want of the consent', async () => {
    const sent = [{ type: 'steps', date: '2026-03-01', value: 1 } as const];
    const full = refuseFirst(table(), 1, 'size');
    const source = { kind: 'person' } as const;
    const stored = measurements.store(full, person.user_id, { source, sent });
    await expect(stored).rejects.toMatchObject({ code: 'item_too_large' });
  });

  it('are kept in the unit of their type, on the local day', async () => {
    const sent = [
      { type: 'weight', time: '2026-03-01T00:30:00+02:00', value: 176.37, unit: 'lb' },
      { type: 'body_fat', date: '2026-03-01', value: 0.185 },
      { type: 'steps', date: '2026-03-01', value: 8000 },
      {
        type: 'blood_pressure',
        time: '2026-03-01T08:00:00Z',
        value: 121,
        diastolic: 79,
      },
      {
        type: 'sleep',
        time: '2026-02-28T23:00:00+01:00',
        value: 25_200,
        sleep: { end: '2026-03-01T06:45:00+01:00', in_bed: 27_000, deep: 5400 },
      },
    ];
    const first = await post(sent);
    expect(first.body).toMatchObject({ stored: 5, unchanged: 0, ignored: 0 });
    const again = await post(sent);
    expect(again.body).toMatchObject({ stored: 0, unchanged: 5, ignored: 0 });
    expect(again.body.items.map(({ id }) => id)).toEqual(
      first.body.items.map(({ id }) => id),
    );
    const types = 'types=steps,blood_pressure,body_fat,sleep,weight,weight';
    expect(await list(`from=2026-03-01&to=2026-03-01&${types}`)).toMatchObject([
      { type: 'blood_pressure', value: 121, diastolic: 79, unit: 'mmHg' },
      { type: 'body_fat', value: 18.5, unit: 'percent' },
      { type: 'sleep', value: 25_200, sleep: { in_bed: 27_000, deep: 5400 } },
      { type: 'steps', value: 8000 },
      { type: 'weight', value: 80, unit: 'kg', time: '2026-03-01T00:30:00+02:00' },
    ]);
  });

  it.each([
    null,
    { ...weight, date: 5 },
    { ...weight, type: { toString: 1 } },
    { ...weight, time: [] },
    { ...weight, sleep: null },
  ])('are refused if they are none: %j', async (value) => {
    expect((await post([value])).status).toBe(422);
  });

  it('name every problem, and none of them is stored', async () => {
    const { status, text } = await post([
      weight,
      { type: 'weight', value: 80, unit: 'cm' },
      { type: 'steps', value: -1 },
      {
        type: 'sleep',
        time: '2026-03-01T23:00:00Z',
        value: 99_999,
        sleep: { end: '2026-03-02T01:00:00Z' },
      },
      { ...weight, value: 0.5, diastolic: 30, date: '2026-03-09' },
      { type: 'mood', value: 1 },
      { ...weight, time: '2200-01-01T00:30:00+01:00' },
    ]);
    expect(status).toBe(422);
    for (const problem of [
      'time is required of weight',
      'unit of weight must be kg or lb',
      'date is required of steps',
      'value of steps must be from 0 to 500000 steps',
      'sleep must not have a duration that is longer',
      'value of weight must be from 1 to 700 kg',
      'diastolic is only of blood_pressure',
      'date must be the day of the time',
      'type must be one of',
      'must be on a local day from 1900-01-01 to 2199-12-31',
    ])
      expect(text).toContain(problem);
    expect(await list(march)).toEqual([]);
  });

  it('of several applications are those of one, unless all are asked for', async () => {
    const other = await newClient();
    const otherToken = await issueUserToken(person, other, 'measurements.write');
    const steps = { type: 'steps', date: '2026-03-01', value: 5000 };
    const { body } = await post([steps]);
    await post([{ ...steps, value: 9000 }], otherToken);
    expect(await list(march)).toMatchObject([{ value: 9000, source: { is_own: false } }]);
    expect(await list(`${march}&all=true`)).toHaveLength(2);

    const [{ id }] = body.items as [Stored['items'][0]];
    expect((await send('GET', id, otherToken)).status).toBe(200);
    // Only its own application can delete it, and a script of the person.
    expect((await send('DELETE', id, otherToken)).status).toBe(404);
    const place = parseMeasurementId(id) as MeasurementPlace;
    const by = { kind: 'person' } as const;
    const deletion = { place, by, mayDeleteAny: true, now };
    expect(await deleteOne({ table: table(), ...person }, deletion)).toBe(true);
    expect((await send('GET', id)).status).toBe(404);
    expect((await post([steps])).body).toMatchObject({ stored: 0, ignored: 1 });
  });

  it('of a provider are hidden from whom its terms hide them', async () => {
    await keep(withings, [
      { type: 'weight', date: '2026-03-02', time: at(2), value: 79 },
    ]);
    const [seen] = await list(march);
    expect(seen).toMatchObject({ value: 79, source: { origin: 'connection' } });
    expect(JSON.stringify(seen)).not.toContain(withings.remote_id);
    const other = await issueUserToken(person, await newClient(), 'measurements.write');
    expect(await list(`${march}&all=true`, other)).toEqual([]);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await send(method, seen?.id ?? '', other)).status).toBe(404);
  });

  it('of several data sources are those of the preferred one', async () => {
    const sleep = { type: 'sleep', date: '2026-03-02', time: at(2) } as const;
    const end = '2026-03-02T14:00:00Z';
    await keep(withings, [{ ...sleep, value: 25_000, sleep: { end } }]);
    await keep(watch, [{ ...sleep, value: 20_000, sleep: { end } }]);
    const next = { type: 'sleep', date: '2026-03-03', time: at(3) } as const;
    const woken = '2026-03-03T14:00:00Z';
    await keep(withings, [{ ...next, value: 26_000, sleep: { end: woken } }]);
    await keep(watch, [{ ...next, value: 21_000, sleep: { end: woken, deep: 5000 } }]);
    expect(await list(march)).toMatchObject([{ value: 25_000 }, { value: 21_000 }]);
    const priorities = { sleep: now.toISOString() };
    const source = dataSourceKeys.dataSource(person.user_id, watch.data_source_id);
    await table().put({ ...source, id: watch.data_source_id, priorities }, {});
    expect(await list(march)).toMatchObject([
      { value: 20_000, source: { origin: 'file', data_source_id: 'watch' } },
      { value: 21_000 },
    ]);
    expect((await list(march)).map((each) => JSON.stringify(each)).join()).not.toContain(
      watch.source_name,
    );
  });

  it('of sleeps that overlap are the one with stages, and the others for all', async () => {
    const inbox = { kind: 'inbox', inbox_id: 'phone' } as const;
    const sleep = (start: string, end: string, value: number, stages = {}) =>
      ({
        type: 'sleep',
        date: '2026-03-02',
        time: `2026-03-0${start}Z`,
        value,
        sleep: { end: `2026-03-02T${end}Z`, ...stages },
        external_id: start,
      }) as const;
    await keep(inbox, [
      sleep('1T22:00:00', '06:00:00', 28_800),
      sleep('1T22:00:30', '06:00:30', 27_000, { deep: 5000 }),
      sleep('1T22:01:00', '06:00:30', 28_000),
      sleep('2T06:00:30', '07:00:00', 3000),
    ]);
    const valuesOf = async (query: string) =>
      (await list(query)).map(({ value }) => value);
    expect(await valuesOf(march)).toEqual([27_000, 3000]);
    expect(await valuesOf(`${march}&all=true`)).toEqual([28_800, 27_000, 28_000, 3000]);
  });

  it('are deleted with their connection and with their import', async () => {
    const { user_id } = person;
    const steps = (day: string, value: number) =>
      ({ type: 'steps', date: `2026-0${day}`, value }) as const;
    const ofArchive = [steps('3-01', 1), steps('4-01', 2)];
    await keep(watch, ofArchive, 'first');
    await keep(watch, [steps('3-01', 1)], 'second');
    await keep(withings, [steps('3-02', 3), steps('4-02', 4), steps('4-03', 5)]);
    const spring = 'from=2026-03-01&to=2026-04-30';
    const valuesOf = async () => (await list(spring)).map(({ value }) => value);

    const measured_days = { steps: { first: '2026-03-01', last: '2026-04-01' } };
    await undoImport(table(), user_id, { id: 'first', measured_days });
    expect(await valuesOf()).toEqual([1, 3, 4, 5]);
    await deleteWhere(table(), user_id, isOfConnection('w1'), 'weight');
    expect(await valuesOf()).toEqual([1, 3, 4, 5]);
    await deleteWhere(table(), user_id, isOfConnection('w1'));
    expect(await valuesOf()).toEqual([1]);
    await undoImport(table(), user_id, { id: 'second', measured_days });
    expect(await valuesOf()).toEqual([]);
  });

  it('are counted once when they are deleted while another request writes their month', async () => {
    const { user_id } = person;
    const steps = (day: string, value: number) =>
      ({ type: 'steps', date: `2026-05-${day}`, value }) as const;
    await keep(withings, [steps('01', 1), steps('02', 2)]);
    let isFirst = true;
    const isGone = isOfConnection('w1');
    const put: ReturnType<typeof table>['put'] = async (...args) => {
      if (isFirst) await keep(watch, [steps('03', 3)]);
      isFirst = false;
      return table().put(...args);
    };
    const count = await deleteWhere({ ...table(), put }, user_id, isGone);
    expect(count).toBe(2);
  });

  it('are not read by a token of full access, nor by other people', async () => {
    const { body } = await post([weight]);
    const [{ id }] = body.items as [Stored['items'][0]];
    const full = await issueUserToken(person, undefined, fullScope);
    expect((await send('GET', id, full)).status).toBe(403);
    expect((await post([weight], full)).status).toBe(403);
    const stranger = await issueUserToken(
      await newPerson(),
      undefined,
      'measurements.write',
    );
    expect((await send('GET', id, stranger)).status).toBe(404);
    expect((await send('DELETE', id, stranger)).status).toBe(404);
    for (const unknown of ['x', 'weight-202611-aX-1', 'weight-209913-person-99'])
      expect((await send('GET', unknown)).status).toBe(404);
  });

  it('are not stored without the consent to the processing of data of the body', async () => {
    const change = { set: { 'health_consent.version': '1' } };
    await table().update(identityKeys.user(person.user_id), change, exists);
    const { status, text } = await post([weight]);
    expect([status, text]).toEqual([403, expect.stringContaining('has not agreed')]);
    expect(await list(march)).toEqual([]);
  });

  it('that eight requests send at once are all stored', async () => {
    const days = Array.from({ length: 8 }, (_, index) => `2026-03-0${index + 1}`);
    const responses = await Promise.all(
      days.map((date) => post([{ type: 'steps', date, value: 1000 }])),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    const repeated = responses.filter(({ status }) => status === 503);
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    expect(await list(`${march}&types=steps`)).toHaveLength(8 - repeated.length);
  });

  it('are listed only for as many months as one read gets', async () => {
    const days = 'from=2025-01-01&to=2026-03-31';
    expect((await call('GET', `${path}?${days}`, { host: 'diary', token })).status).toBe(
      400,
    );
    expect(await list(`${days}&types=weight,steps`)).toEqual([]);
  });
});

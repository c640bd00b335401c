import { expect, it } from 'vitest';
import { withdrawConsent } from '#functions/auth/identity/processing.store.ts';
import { requestSyncByUser } from '#functions/connections/connection/sync-request.store.ts';
import { parseDueTime } from '#functions/connections/connection/sync-state.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { listMonths } from '#functions/diary/measurement/list/query.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { listMonthsOf } from '#functions/diary/measurement/measurement-month.ts';
import { typeNames } from '#functions/diary/measurement/measurement-types.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { createFailingTable, createTableOfCalls } from '#kit/failing-table.ts';
import { table } from '#kit/fixtures.ts';
import { toCallResult, toStandInRequest } from '#kit/provider-stand-ins/call.ts';
import { ofStrava } from '#kit/provider-stand-ins/intervals-icu.ts';
import type { StandInFault, StandInWorkout } from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toUtcDate } from '#shared/runtime/time.ts';

const at = new Date('2026-11-20T12:00:00Z');
const dayMs = 86_400_000;
const type = 'intervals_icu';

/** Connects an account that has an activity every `days` days, some of which are of Strava. */
async function connect(count: number, days: number) {
  const standIn = createProviderStandIn(type, () => at.getTime());
  const account = newId(new Date());
  const code = { account, scopes: [], redirect_uri: '', code_challenge: undefined };
  const grant = standIn.grants.redeem(standIn.grants.issueCode(code), null, null);
  const workouts = new Map<string, StandInWorkout>();
  standIn.workouts.set(account, workouts);
  /** Sets the weights of some days before. */
  const weigh = (daysBefore: readonly number[]) => {
    const weights = daysBefore.map((before) => {
      const id = new Date(at.getTime() - before * dayMs).toISOString().slice(0, 10);
      return { id, weight: 80 };
    });
    standIn.measured.set(account, new Map([['wellness', weights]]));
  };
  const add = (index: number, daysBefore: number) => {
    const id = standIn.toId(index);
    const start = new Date(at.getTime() - daysBefore * dayMs).toISOString();
    const source = index % 10 === 9 ? ofStrava : 'MANUAL';
    const facts = { offset: 0, duration: 3600, sport: 'Run', changed: 0 };
    workouts.set(id, { id, start, source, ...facts });
  };
  for (let index = 0; index < count; index += 1) add(index, index * days + 1);
  /** The faults of the calls by their numbers. */
  const state = {
    calls: 0,
    faults: new Map<number, StandInFault>(),
    urls: [] as string[],
    cutOff: ' ',
  };
  const send = async (request: CallRequest) => {
    state.calls += 1;
    state.urls.push(request.url);
    const isCutOff = request.url.includes(state.cutOff) && 'truncated';
    const fault = state.faults.get(state.calls) ?? (isCutOff || undefined);
    return toCallResult(standIn.handleCall(toStandInRequest(request), fault));
  };
  const access_token = grant?.access_token ?? '';
  const connection = { type, remote_id: account, access_token };
  const synced = await connectSynced({ connection, send, at });
  const listIds = async () => {
    const all = await records.listByConnection(table(), synced.ids);
    return all.length;
  };
  const askForAll = () => {
    const before = synced.clock.now.toISOString();
    const { user_id, id } = synced;
    return requestSyncByUser(table(), user_id, id, synced.clock.now, { before });
  };
  /** Repeats syncs, as the schedule does, until all years are read. */
  const readAll = async () => {
    for (let syncs = 1; syncs < 60; syncs += 1) {
      synced.clock.now = new Date(synced.clock.now.getTime() + 3_600_000);
      await synced.sync();
      if ((await synced.findConnection())?.sync_history?.is_read) return syncs;
    }
    throw new Error('The years are not read.');
  };
  const listWeights = async () => {
    const { user_id } = synced;
    const last = toUtcDate(at);
    const months = listMonths({ types: ['weight'], first: addDays(last, -2500), last });
    const all = await measurements.list(
      { table: table(), user_id, hidden_types: [] },
      months ?? [],
    );
    return all.map(({ measured }) => measured.date);
  };
  return {
    ...synced,
    standIn,
    account,
    state,
    add,
    weigh,
    listIds,
    listWeights,
    askForAll,
    readAll,
  };
}

it('all years are read backwards when the person asks, with at most 1.5 store calls a workout', async () => {
  // More than a list can have are in each window.
  const person = await connect(250, 0.7);
  await person.sync();
  const first = await person.listIds();
  expect(first).toBeLessThan(45);

  expect(await person.askForAll()).toBe('requested');
  let calls = 0;
  const counting = createTableOfCalls((call) => {
    calls += 1;
    return call();
  });
  person.clock.now = new Date(at.getTime() + 3_600_000);
  const ended = await person.syncWith({ table: counting });
  expect(ended).toMatchObject({ outcome: 'synchronized', report: { rest: 'more' } });
  const { sync_history } = (await person.findConnection()) ?? {};
  expect(sync_history?.before.localeCompare(at.toISOString())).toBe(-1);
  const created = (await person.listIds()) - first;
  expect(created).toBeGreaterThan(150);
  expect(calls / created).toBeLessThan(1.5);

  await person.readAll();
  expect(await person.listIds()).toBe(225);
  const connection = await person.findConnection();
  expect(connection).toMatchObject({ status: 'connected', sync_withheld: { count: 25 } });
});

it.each(['server-error', 'rate-limit', 'truncated'] as const)(
  'all years have their weights, too, though some calls fail with %s',
  async (fault) => {
    const person = await connect(3, 200);
    person.weigh([1, 40, 400, 2000]);
    await person.sync();
    expect(await person.listWeights()).toHaveLength(1);
    await person.askForAll();
    for (let number = 1; number < 300; number += 7)
      person.state.faults.set(person.state.calls + number, fault);
    await person.readAll();
    expect(await person.listWeights()).toHaveLength(4);
  },
);

it('the workouts of all years come though their values can never be read', async () => {
  const person = await connect(10, 600);
  person.weigh([1, 400]);
  await person.sync();
  person.state.cutOff = '/wellness';
  await person.askForAll();
  expect(await person.readAll()).toBeLessThan(10);
  expect(await person.listIds()).toBe(9);
  expect(await person.listWeights()).toHaveLength(1);
});

it('all years are read though a phone has filled the months of the values', async () => {
  const person = await connect(1, 1);
  const last = toUtcDate(at);
  const months = listMonthsOf({ first: addDays(last, -200), last: addDays(last, -31) });
  const days = months.map((month) => ({
    ...{ id: `${month}-15`, weight: 80, bodyFat: 20, restingHR: 50, hrv: 60 },
    ...{ hrvSDNN: 60, steps: 9000, spO2: 97, respiration: 14 },
  }));
  person.standIn.measured.set(person.account, new Map([['wellness', days]]));
  await person.sync();
  const source = { kind: 'inbox', inbox_id: 'i' } as const;
  const values = {
    'o 1': { date: `${months[0]}-01`, value: 1, external_id: 'x'.repeat(180_000) },
  };
  for (const type of typeNames)
    for (const month of months) {
      const key = measurementKeys.measurements(person.user_id, `${type}#${month}`);
      await table().put({ ...key, origins: { o: source }, values, deleted: {} }, {});
    }
  await person.askForAll();
  await person.readAll();
  const ids = days.map(({ id }) => id);
  expect(await person.listWeights()).toEqual(expect.arrayContaining(ids));
});

it('no weights of earlier years are read without the consent', async () => {
  const person = await connect(1, 1);
  person.weigh([400]);
  await withdrawConsent(table(), person.user_id, person.clock.now);
  await person.askForAll();
  await person.readAll();
  expect(await person.listWeights()).toEqual([]);
  expect(person.state.urls.filter((url) => url.includes('/wellness'))).toEqual([]);
});

it.each(['server-error', 'rate-limit', 'truncated'] as const)(
  'nothing is lost or twice if each third list of earlier years fails with %s',
  async (fault) => {
    const person = await connect(20, 30);
    await person.sync();
    await person.askForAll();
    for (let number = 1; number < 120; number += 3)
      person.state.faults.set(person.state.calls + number, fault);
    await person.readAll();
    expect(await person.listIds()).toBe(18);
  },
);

it.each(['server-error', 'rate-limit', 'truncated'] as const)(
  'a workout of today is imported though the list of earlier ones fails with %s',
  async (fault) => {
    const person = await connect(20, 30);
    await person.sync();
    await person.askForAll();
    const { calls } = person.state;
    person.state.faults.set(calls + 2, fault);
    const asked = await person.findConnection();
    person.add(20, 0);
    person.clock.now = new Date(at.getTime() + 3_600_000);
    const ended = await person.sync();
    expect(ended).toMatchObject({ counts: { created: 1 }, report: { isComplete: true } });
    expect(person.state.calls).toBe(calls + 2);
    const kept = await person.findConnection();
    const { sync_history } = asked ?? {};
    expect(kept).toMatchObject({ status: 'connected', sync_history });
    expect(kept?.sync_problem).toBeUndefined();
    expect(kept?.last_sync_time).toBe(person.clock.now.toISOString());
  },
);

it('earlier years go on as soon as a limit of the provider allows it', async () => {
  const person = await connect(20, 30);
  await person.sync();
  await person.askForAll();
  person.clock.now = new Date(at.getTime() + 3_600_000);
  const rests: unknown[] = [];
  while (rests.at(-1) !== 'later' && rests.length < 9) {
    const ended = await person.sync();
    rests.push('report' in ended && ended.report.rest);
  }
  expect(new Set(rests)).toEqual(new Set(['more', 'later']));
  expect((await person.findConnection())?.sync_problem).toBeUndefined();
  const { collection_sk = '' } = (await person.findConnection()) ?? {};
  expect(parseDueTime(collection_sk).getTime()).toBe(person.clock.now.getTime() + 60_000);
});

it('nothing is lost or twice if the process ends at any write', async () => {
  const person = await connect(6, 60);
  await person.sync();
  await person.askForAll();
  for (let number = 1; number < 12; number += 1) {
    person.clock.now = new Date(person.clock.now.getTime() + 3_600_000);
    const failing = createFailingTable({ number, isWritten: number % 2 === 0 });
    await person.syncWith({ table: failing }).catch(() => undefined);
  }
  await person.readAll();
  expect(await person.listIds()).toBe(6);
});

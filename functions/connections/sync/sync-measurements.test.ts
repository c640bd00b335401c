import { describe, expect, it } from 'vitest';
import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { giveConsent } from '#functions/auth/identity/processing.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { typeNames } from '#functions/diary/measurement/measurement-types.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { toCallResult, toStandInRequest } from '#kit/provider-stand-ins/call.ts';
import type { StandInFault, StandInResponse } from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';

/** So far in the future that the schedule of the shared service never starts further syncs. */
const connectedAt = new Date('2126-11-20T12:00:00Z');
const hour = 3_600_000;
const allScopes = ['user.activity', 'user.metrics'];

const at = (time: string) => Date.parse(time) / 1000;
const weigh = (grpid: number, time: string, value: number) => ({
  grpid,
  attrib: 0,
  category: 1,
  date: at(time),
  measures: [{ type: 1, value, unit: -3 }],
});
const night = {
  id: 7,
  timezone: 'Europe/Paris',
  startdate: at('2126-11-19T22:00:00Z'),
  enddate: at('2126-11-20T06:00:00Z'),
  data: { total_sleep_time: 25_200, lightsleepduration: 25_200 },
};

/**
 * Returns the list that a path names, e.g. `steps` for `dataTypes/steps/dataPoints:dailyRollUp`.
 */
function toListName(path: string): string {
  return /([^/]+)(?:\/dataPoints(?::\w+)?)?$/.exec(path)?.[1] ?? '';
}

/** Returns a table that notes the keys of the months that are written to it. */
function watchMonths() {
  const written: string[] = [];
  const watched: Table = {
    ...table(),
    transact: (changes) => {
      for (const change of changes) if ('put' in change) written.push(change.put.sk);
      return table().transact(changes);
    },
  };
  return {
    table: watched,
    takeWritten: () => written.splice(0).filter((key) => key.startsWith('MEASUREMENT')),
  };
}

/** Connects an account at a provider that has these lists of values of the body. */
async function connectAt(
  type: string,
  granted: string[],
  stated: Readonly<Record<string, readonly object[]>>,
) {
  await setTestClient(getTestClient(type));
  const account = newId(new Date());
  let getNow = () => connectedAt.getTime();
  const standIn = createProviderStandIn(type, () => getNow());
  const scopes = {
    account,
    scopes: granted,
    redirect_uri: '',
    code_challenge: undefined,
  };
  const grant = standIn.grants.redeem(standIn.grants.issueCode(scopes), null, null);
  standIn.registered.add(account);
  const calls: string[] = [];
  const faults = new Map<string, StandInFault | StandInResponse>();
  const synced = await connectSynced({
    connection: {
      type,
      remote_id: account,
      access_token: grant?.access_token ?? '',
      refresh_token: grant?.refresh_token ?? '',
      granted_scopes: granted,
    },
    send: async (request: CallRequest) => {
      const sent = toStandInRequest(request);
      const name = sent.form.get('action') ?? toListName(sent.path);
      const appli = sent.form.get('appli');
      calls.push(appli === null ? name : `${name} ${appli}`);
      const fault = faults.get(name);
      return toCallResult(
        typeof fault === 'object' ? fault : standIn.handleCall(sent, fault),
      );
    },
    at: connectedAt,
  });
  getNow = () => synced.clock.now.getTime();
  const lists = new Map(Object.entries(stated));
  standIn.measured.set(account, lists);

  /** Lists the values as `type date value`. */
  const listValues = async () => {
    const months = typeNames.map((each) => ({ type: each, month: '2126-11' }));
    const diary = { table: table(), user_id: synced.user_id, hidden_types: [] };
    const values = await measurements.list(diary, months);
    const shown = values.map(({ type: each, measured: { date, value } }) =>
      [each, date, value].join(' '),
    );
    return shown.toSorted();
  };
  /** Returns the actions or lists of the requests since the last call. */
  const takeCalls = () => calls.splice(0).toSorted();
  return { ...synced, lists, faults, listValues, takeCalls };
}

/** Connects an account at Withings that has a weight, a night and steps. */
function connectWithings(granted = allScopes) {
  return connectAt('withings', granted, {
    getmeas: [weigh(1, '2126-11-20T06:10:00Z', 82_310)],
    getsummary: [night],
    getactivity: [{ date: '2126-11-19', steps: 8421 }],
  });
}

const googleDay = (day: number) => ({ year: 2126, month: 11, day });
const googleWeight = (physicalTime: string, weightGrams: number) => ({
  weight: { sampleTime: { physicalTime, utcOffset: '3600s' }, weightGrams },
});
const googleSteps = (day: number, countSum: string) => ({
  civilStartTime: { date: googleDay(day) },
  steps: { countSum },
});
const restingHeartRate = (day: number, beatsPerMinute: string) => ({
  dailyRestingHeartRate: { date: googleDay(day), beatsPerMinute },
});
const polarNight = (day: number, light_sleep: number) => ({
  date: `2126-11-${day}`,
  sleep_start_time: `2126-11-${day - 1}T23:00:00+01:00`,
  sleep_end_time: `2126-11-${day}T07:00:00+01:00`,
  light_sleep,
});
const polarSteps = (day: number, steps: number) => ({
  start_time: `2126-11-${day}T00:00:00`,
  steps,
});
const polarRecharge = (day: number, heart_rate_variability_avg: number) => ({
  date: `2126-11-${day}`,
  heart_rate_variability_avg,
});
const googleScope = (name: string) =>
  `https://www.googleapis.com/auth/googlehealth.${name}.readonly`;

/** Two days at other providers: what they list first and later, and what is stored then. */
const others = [
  {
    type: 'google_health',
    granted: ['activity_and_fitness', 'sleep', 'health_metrics_and_measurements'].map(
      googleScope,
    ),
    first: {
      weight: [
        googleWeight('2126-11-18T06:10:00Z', 82_000),
        googleWeight('2126-11-20T06:10:00Z', 82_310),
      ],
      steps: [googleSteps(18, '7000'), googleSteps(19, '8421')],
      'daily-resting-heart-rate': [restingHeartRate(19, '51')],
    },
    stored: [
      'resting_heart_rate 2126-11-19 51',
      'steps 2126-11-18 7000',
      'steps 2126-11-19 8421',
      'weight 2126-11-18 82',
      'weight 2126-11-20 82.31',
    ],
    next: {
      weight: [googleWeight('2126-11-18T06:10:00Z', 82_000)],
      steps: [googleSteps(18, '7000'), googleSteps(19, '9000')],
    },
    storedNext: [
      'resting_heart_rate 2126-11-19 51',
      'steps 2126-11-18 7000',
      'steps 2126-11-19 9000',
      'weight 2126-11-18 82',
    ],
    refused: { list: 'weight', type: 'weight', error: { code: 403 } },
  },
  {
    type: 'polar',
    granted: ['accesslink.read_all'],
    first: {
      sleep: [polarNight(18, 25_000), polarNight(20, 25_200)],
      'nightly-recharge': [polarRecharge(20, 42)],
      activities: [polarSteps(18, 7000), polarSteps(19, 8421)],
    },
    stored: [
      'hrv_rmssd 2126-11-20 42',
      'sleep 2126-11-18 25000',
      'sleep 2126-11-20 25200',
      'steps 2126-11-18 7000',
      'steps 2126-11-19 8421',
    ],
    next: {
      sleep: [polarNight(18, 25_000)],
      activities: [polarSteps(18, 7000), polarSteps(19, 9000)],
    },
    storedNext: [
      'hrv_rmssd 2126-11-20 42',
      'sleep 2126-11-18 25000',
      'steps 2126-11-18 7000',
      'steps 2126-11-19 9000',
    ],
    refused: { list: 'sleep', type: 'sleep', error: { status: 403 } },
  },
];

const allValues = [
  'sleep 2126-11-20 25200',
  'steps 2126-11-19 8421',
  'weight 2126-11-20 82.31',
];
const reads = ['getactivity', 'getmeas', 'getsummary'];

describe('values of the body from a connection', () => {
  it('take one request of each kind a day, and are not written again if equal', async () => {
    const { clock, sync, syncWith, listValues, takeCalls } = await connectWithings();
    await sync();
    expect(await listValues()).toEqual(allValues);
    const subscriptions = ['subscribe 1', 'subscribe 16', 'subscribe 44', 'subscribe 46'];
    expect(takeCalls()).toEqual([...reads, 'getworkouts', ...subscriptions]);

    for (let hours = 1; hours < 24; hours += 1) {
      clock.now = new Date(connectedAt.getTime() + hours * hour);
      await sync();
    }
    const ofDay = takeCalls().filter((name) => reads.includes(name));
    expect(ofDay).toEqual(reads);
    const watched = watchMonths();
    clock.now = new Date(clock.now.getTime() + 24 * hour);
    await syncWith({ table: watched.table });
    expect(takeCalls()).toEqual(expect.arrayContaining(reads));
    expect(watched.takeWritten()).toEqual([]);
  });

  it('follow what is corrected and deleted there, unless nothing is listed', async () => {
    const { clock, lists, sync, listValues } = await connectWithings();
    const early = weigh(2, '2126-11-18T06:00:00Z', 83_000);
    const late = weigh(3, '2126-11-20T07:00:00Z', 81_000);
    lists.set('getmeas', [early, weigh(1, '2126-11-20T06:10:00Z', 82_310), late]);
    await sync();
    const years = Array.from(
      { length: 101 },
      (_, year) => `${2020 + year}-01-01T00:00:00Z`,
    );
    const old = years.map((time, index) => weigh(10 + index, time, 80_000));
    lists.set('getmeas', [...old, early, weigh(1, '2126-11-20T06:11:00Z', 82_500)]);
    lists.set('getsummary', []);
    clock.now = new Date(connectedAt.getTime() + 24 * hour);
    await sync();
    expect(await listValues()).toEqual([
      'sleep 2126-11-20 25200',
      'steps 2126-11-19 8421',
      'weight 2126-11-18 83',
      'weight 2126-11-20 82.5',
    ]);
  });

  it('are neither requested nor stored without the consent, and follow it', async () => {
    const { user_id, sync, listValues, takeCalls } = await connectWithings();
    const change = { set: { 'health_consent.version': '1' } };
    await table().update(identityKeys.user(user_id), change, exists);
    await sync();
    expect(takeCalls().filter((name) => reads.includes(name))).toEqual([]);
    await giveConsent(table(), user_id, connectedAt);
    await sync();
    expect(await listValues()).toEqual(allValues);
  });

  it.each([
    ['was not granted', ['user.activity'], undefined],
    ['is refused by the provider', allScopes, ['user.activity']],
  ])(
    'are left out if their scope %s, and workouts are not',
    async (_, granted, atProvider) => {
      const { clock, sync, listValues, takeCalls, updateConnection } =
        await connectWithings(atProvider ?? granted);
      await updateConnection({ granted_scopes: granted });
      expect(await sync()).toMatchObject({ outcome: 'synchronized' });
      expect(await listValues()).toEqual(allValues.slice(0, 2));
      // A proxy can refuse, too, so a refusal is one if it is repeated after a day.
      for (const hours of [1, 24, 48]) {
        clock.now = new Date(connectedAt.getTime() + hours * hour);
        takeCalls();
        await sync();
        const isTried = atProvider !== undefined && hours === 24;
        expect(takeCalls().includes('getmeas'), `${hours} hours`).toBe(isTried);
      }
    },
  );

  it('are read at once if a webhook reports their kind, and nothing else is', async () => {
    const { clock, lists, sync, syncWith, listValues, takeCalls, findConnection } =
      await connectWithings();
    await sync();
    takeCalls();
    const planned = (await findConnection())?.collection_sk;
    clock.now = new Date(connectedAt.getTime() + 2 * hour);
    lists.set('getmeas', [weigh(1, '2126-11-20T06:10:00Z', 82_000)]);
    const since = { changed_since: '2126-11-01T06:00:00.000Z' };
    const reported = { reason: 'push', measurement_kind: 'body', ...since } as const;
    expect(await syncWith({}, reported)).toMatchObject({ outcome: 'synchronized' });
    expect(takeCalls()).toEqual(['getmeas']);
    expect(await listValues()).toContain('weight 2126-11-20 82');
    expect((await findConnection())?.collection_sk).toBe(planned);
  });

  it('are kept as long as the provider allows after they were last read', async () => {
    const { clock, deps, lists, sync, listValues } = await connectWithings();
    const change = { values: { retention_days: 3 }, reason: 'a contract' };
    await dataPolicies.override(deps.table, 'withings', change, connectedAt);
    await sync();
    for (const list of lists.keys()) lists.set(list, []);
    const left: string[][] = [];
    for (let days = 1; days <= 11; days += 1) {
      clock.now = new Date(connectedAt.getTime() + days * 24 * hour);
      await sync();
      left.push((await listValues()).map((value) => value.replace(/ .*/, '')));
    }
    expect(left.slice(8)).toEqual([
      ['sleep', 'steps', 'weight'],
      ['sleep', 'weight'],
      [],
    ]);
  });

  it('are removed in time after the access has ended, and then no sync is planned', async () => {
    const { clock, deps, ids, sync, listValues, findConnection } =
      await connectWithings();
    const change = { values: { retention_days: 3 }, reason: 'a contract' };
    await dataPolicies.override(deps.table, 'withings', change, connectedAt);
    await sync();
    await syncs.endAuthorization(table(), ids, toEpochSeconds(clock.now) + 1);
    const left: number[] = [];
    for (let days = 1; days <= 8; days += 1) {
      clock.now = new Date(connectedAt.getTime() + days * 24 * hour);
      const planned = await findConnection();
      if (planned?.collection_sk === undefined) break;
      await sync();
      left.push((await listValues()).length);
    }
    expect(left.slice(0, 2)).toEqual([3, 3]);
    expect(left.at(-1)).toBe(0);
    expect(await findConnection()).not.toHaveProperty('collection_sk');
  });

  it('are read once more if the person asks for a sync, and after a report that was left', async () => {
    const { clock, ids, lists, sync, syncWith, listValues, takeCalls } =
      await connectWithings();
    await sync();
    takeCalls();
    await syncWith({}, { reason: 'person' });
    clock.now = new Date(connectedAt.getTime() + hour);
    expect(takeCalls()).toEqual(['getworkouts']);
    await syncWith({}, { reason: 'person' });
    expect(takeCalls()).toEqual([...reads, 'getworkouts']);

    lists.set('getactivity', [{ date: '2126-11-19', steps: 9000 }]);
    lists.set('getsummary', [{ ...night, data: { total_sleep_time: 20_000 } }]);
    await syncs.lease(table(), ids, 'lost', clock.now);
    const report = { reason: 'push', measurement_kind: 'sleep' } as const;
    expect(await syncWith({}, report)).toEqual({ outcome: 'left' });
    clock.now = new Date(clock.now.getTime() + 181_000);
    await syncWith({}, { reason: 'due' });
    expect(takeCalls()).toEqual(['getsummary', 'getworkouts']);
    expect(await listValues()).toContain('sleep 2126-11-20 20000');
  });

  it.each(others)(
    'of $type are kept, not written again if equal, and follow changes and deletions',
    async ({ type, granted, first, stored, next, storedNext }) => {
      const { clock, lists, syncWith, listValues } = await connectAt(
        type,
        granted,
        first,
      );
      const watched = watchMonths();
      const syncOnDay = async (day: number) => {
        clock.now = new Date(connectedAt.getTime() + day * 24 * hour);
        await syncWith({ table: watched.table });
        return watched.takeWritten().length;
      };
      expect(await syncOnDay(0)).toBeGreaterThan(0);
      expect(await listValues()).toEqual(stored);
      expect(await syncOnDay(1)).toBe(0);

      for (const [list, items] of Object.entries(next)) lists.set(list, items);
      expect(await syncOnDay(2)).toBe(2);
      expect(await listValues()).toEqual(storedNext);
    },
  );

  it.each(others)(
    'of $type are kept but for a kind that the provider refuses',
    async ({ type, granted, first, stored, refused }) => {
      const { faults, sync, listValues } = await connectAt(type, granted, first);
      faults.set(refused.list, { status: 403, body: { error: refused.error } });
      expect(await sync()).toMatchObject({ outcome: 'synchronized' });
      const others = stored.filter((value) => !value.startsWith(refused.type));
      expect(await listValues()).toEqual(others);
    },
  );

  it('of a recovery at WHOOP have the day of its sleep', async () => {
    const sleep = {
      id: 'night-1',
      start: '2126-11-19T11:00:00.000Z',
      end: '2126-11-19T18:30:00.000Z',
      timezone_offset: '+13:00',
      score: { stage_summary: { total_light_sleep_time_milli: 25_200_000 } },
    };
    const created_at = '2126-11-19T18:31:00.000Z';
    const score = { resting_heart_rate: 51 };
    const recovery = { sleep_id: 'night-1', created_at, score };
    const granted = ['offline', 'read:workout', 'read:sleep', 'read:recovery'];
    const { sync, listValues } = await connectAt('whoop', granted, {
      'read:sleep': [sleep],
      'read:recovery': [recovery],
    });
    await sync();
    expect(await listValues()).toEqual([
      'resting_heart_rate 2126-11-20 51',
      'sleep 2126-11-20 25200',
    ]);
  });

  it('are tried again after a fault, which stops no workouts for long', async () => {
    const { clock, faults, sync, listValues, takeCalls } = await connectWithings();
    faults.set('getsummary', 'server-error');
    const outcomes: string[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      outcomes.push((await sync()).outcome);
      clock.now = new Date(clock.now.getTime() + hour);
    }
    expect(outcomes).toEqual(['failed', 'failed', 'synchronized']);
    faults.clear();
    takeCalls();
    await sync();
    expect(takeCalls()).not.toContain('getsummary');
    clock.now = new Date(clock.now.getTime() + 24 * hour);
    await sync();
    expect(await listValues()).toEqual(allValues);
  });

  it('are listed from where the last read ended, however long reads have failed', async () => {
    const { clock, lists, faults, sync, syncWith, listValues, takeCalls } =
      await connectWithings();
    faults.set('getsummary', 'server-error');
    const [startdate, enddate] = [at('2126-10-31T22:00:00Z'), at('2126-11-01T06:00:00Z')];
    lists.set('getsummary', [{ ...night, startdate, enddate }]);
    for (let tries = 0; tries < 3; tries += 1) await sync();
    const report = { reason: 'push', measurement_kind: 'sleep' } as const;
    takeCalls();
    await syncWith({}, report);
    await syncWith({}, report);
    expect(takeCalls()).not.toContain('getsummary');
    faults.clear();
    clock.now = new Date(clock.now.getTime() + 24 * hour);
    await sync();
    const nights = (await listValues()).filter((value) => value.startsWith('sleep'));
    expect(nights).toEqual(['sleep 2126-11-01 25200']);
  });
});

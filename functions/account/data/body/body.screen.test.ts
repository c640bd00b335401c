import { beforeEach, describe, expect, inject, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import type {
  MeasurementOrigin,
  SentMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  issueUserToken,
  newClient,
  newPerson,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { findHidden, newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const path = `${urls.auth}/v7.1/oauth2/account/data/body/`;
const today = new Date().toISOString().slice(0, 10);
const yesterday = addDays(today, -1);

let person: TestPerson;
let browser: TestBrowser;
beforeEach(async () => {
  person = await newPerson();
  browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
});

const watch: MeasurementOrigin = { kind: 'application', client_id: 'a-watch' };
const ofDay = (date: string) => [
  { type: 'weight' as const, month: date.slice(0, 7) },
  { type: 'steps' as const, month: date.slice(0, 7) },
];
const list = (date: string) =>
  measurements.list({ table: table(), user_id: person.user_id }, ofDay(date));

function store(sent: readonly SentMeasurement[], source = watch) {
  return measurements.store(table(), person.user_id, { source, sent });
}

const changeProfile = (members: Readonly<Record<string, unknown>>) =>
  table().update(identityKeys.user(person.user_id), { set: members }, exists);

const night: SentMeasurement = {
  type: 'sleep',
  date: yesterday,
  time: `${addDays(yesterday, -1)}T23:05:00+01:00`,
  value: 25_920,
  sleep: { end: `${yesterday}T07:05:00+01:00`, deep: 5400, rem: 6000, light: 14_520 },
};

describe('the form of a weight', () => {
  it('names the last one, and stores one a day as that of the person', async () => {
    await store([
      { type: 'weight', date: yesterday, time: `${yesterday}T07:00:00Z`, value: 80.1 },
    ]);
    const page = await browser.open(`${path}?enter=weight`);
    expect(page.text).toMatch(/<details class="more" open>/);
    expect(page.text).toMatch(/name="weight" type="text" value=""[^>]* autofocus/);
    expect(page.text).toContain('Last: 80.1 kg');
    expect(page.text).toContain(`type="date" value="${today}"`);

    for (const weight of ['79.4', '79.8']) {
      const saved = await browser.submit({ action: 'weight', weight, date: today });
      expect(saved.text).toContain('Your weight is saved.');
    }
    const own = (await list(today)).filter(({ source }) => source.kind === 'person');
    expect(own.map(({ measured }) => measured)).toMatchObject([
      { date: today, value: 79.8 },
    ]);
  });

  it('takes the unit and the decimal comma of the person', async () => {
    await changeProfile({ locale: 'de-DE', weight_unit: 'pounds' });
    const page = await browser.open(path);
    expect(page.text).toContain('Gewicht (lb)');
    await browser.submit({ action: 'weight', weight: '180,2', date: yesterday });
    const [stored] = await list(yesterday);
    expect(stored?.measured.value).toBeCloseTo(81.737, 3);
    expect((await browser.open(path)).text).toContain('Zuletzt: 180,2 lb');
  });

  it.each([
    { weight: 'heavy', date: today, problem: 'Enter a weight from 1 kg to 700 kg.' },
    { weight: '701', date: today, problem: 'Enter a weight from 1 kg to 700 kg.' },
    {
      weight: '80',
      date: addDays(today, 2),
      problem: 'Enter a date from 1900 until today.',
    },
  ])('says what is wrong with $weight on $date, and keeps it', async (sent) => {
    await browser.open(path);
    const { problem, ...fields } = sent;
    const { status, text } = await browser.submit({ action: 'weight', ...fields });
    expect(status).toBe(400);
    expect(text).toContain(problem);
    expect(text).toContain(`value="${sent.weight}"`);
    expect(await list(today)).toEqual([]);
  });

  it('asks for the consent first, before which nothing is stored', async () => {
    await changeProfile({
      health_consent: { version: '1', given_datetime: '2026-01-01T00:00:00Z' },
    });
    const asked = await browser.open(path);
    expect(asked.text).toContain('name="health_consent"');
    expect(asked.text).not.toContain('name="weight"');
    const refused = await browser.submit({
      action: 'weight',
      weight: '80',
      date: yesterday,
    });
    expect(refused.text).toContain('your consent is missing');
    expect(await list(yesterday)).toEqual([]);

    const unticked = await browser.submit({ action: 'consent' });
    expect(unticked.status).toBe(400);
    const given = await browser.submit({ action: 'consent', health_consent: 'yes' });
    expect(given.text).toContain('Your consent is stored.');
    await browser.submit({ action: 'weight', weight: '80', date: yesterday });
    expect(await list(yesterday)).toHaveLength(1);
  });
});

describe('the page of the body', () => {
  it('draws nothing where nothing was measured, and leads to what works', async () => {
    const { text } = await browser.open(path);
    expect(text).toContain('Nothing was measured in this period');
    expect(text).toContain('account/imports/');
    expect(text).not.toContain('class="chart"');
    const charted = await store([{ type: 'steps', date: yesterday, value: 8000 }]);
    expect(charted).toHaveLength(1);
    const page = await browser.open(path);
    expect(page.text.match(/<figure class="chart" id="\w+"/g)).toEqual([
      '<figure class="chart" id="steps"',
    ]);
  });

  it.each(['month', 'quarter', 'year'])(
    'shows each value of a %s, with its source',
    async (period) => {
      const client = await newClient({ name: 'Withings bridge' });
      await issueUserToken(person, client, 'measurements.write');
      const source = { kind: 'application', client_id: client.client_id } as const;
      await store(
        [
          night,
          {
            type: 'weight',
            date: yesterday,
            time: `${yesterday}T07:00:00Z`,
            value: 80.1,
          },
          { type: 'steps', date: yesterday, value: 8432 },
          { type: 'resting_heart_rate', date: yesterday, value: 52 },
          { type: 'hrv_rmssd', date: yesterday, value: 45 },
          {
            type: 'blood_pressure',
            date: yesterday,
            time: `${yesterday}T08:00:00Z`,
            value: 121,
            diastolic: 79,
          },
        ],
        source,
      );
      const { text } = await browser.open(`${path}?period=${period}`);
      const charts = text.matchAll(/<figure class="chart" id="(\w+)"/g);
      expect(Array.from(charts, ([, id]) => id)).toEqual([
        'weight',
        'sleep',
        'steps',
        'resting_heart_rate',
      ]);
      for (const shown of [
        '121/79 mmHg',
        '45 ms',
        'Withings bridge',
        '8,432',
        '7 h 12 min',
      ])
        expect(text).toContain(shown);
    },
  );

  it('lists the sources of a type by the days on which they are shown', async () => {
    const steps = (date: string, value: number) =>
      ({ type: 'steps', date, value }) as const;
    const [few, most] = [
      await newClient({ name: 'Few' }),
      await newClient({ name: 'Most' }),
    ];
    for (const client of [few, most])
      await issueUserToken(person, client, 'measurements.write');
    const from = ({ client_id }: typeof few) =>
      ({ kind: 'application', client_id }) as const;
    await store([steps(today, 10), steps(yesterday, 10)], from(few));
    await store([steps(today, 20), steps(yesterday, 20)], from(most));
    const { text } = await browser.open(path);
    const rows = text.match(/<th scope="row" class="name">Steps.*/g) ?? [];
    expect(rows.map((row) => />(Few|Most)</.exec(row)?.[1])).toEqual(['Most', 'Few']);
  });

  it('shows the lowest and the highest value of a day with several', async () => {
    const glucose = (minute: number, value: number): SentMeasurement => ({
      type: 'blood_glucose',
      date: yesterday,
      time: `${yesterday}T08:${minute}:00Z`,
      value,
    });
    await store([glucose(10, 6.1), glucose(20, 4.9), glucose(30, 5.5)]);
    const { text } = await browser.open(path);
    expect(text).toContain('<p>4.9 mmol/l – 6.1 mmol/l</p>');
    expect(text).not.toContain('5.5 mmol/l');
  });

  it('names no day that has no room at the right of a phone', async () => {
    await store([
      { type: 'weight', date: '2024-09-29', time: '2024-09-29T07:00:00Z', value: 80 },
      { type: 'steps', date: '2024-09-29', value: 8000 },
    ]);
    const { text } = await browser.open(`${path}?period=month&date=2024-09-30`);
    expect(text.match(/ class="minor">[^<]*30[^<]*</g)).toHaveLength(2);
    expect(text.match(/ class="minor">/g)).toHaveLength(2);
  });

  it('shows the values of a day of one source, or of all, and deletes any of them', async () => {
    await store([{ type: 'steps', date: yesterday, value: 9000 }]);
    const phone = { kind: 'application', client_id: 'a-phone' } as const;
    await store([{ type: 'steps', date: yesterday, value: 7000 }], phone);
    const one = await browser.open(`${path}?day=${yesterday}`);
    expect(one.text).toContain('Steps: 9,000');
    expect(one.text).not.toContain('Steps: 7,000');
    expect(one.text).toContain('All sources: one more value');
    const all = await browser.open(`${path}?day=${yesterday}&all=true`);
    expect(all.text).toContain('Steps: 7,000');

    const measurement = findHidden(one, 'measurement');
    const deleted = await browser.submit({ action: 'delete', measurement });
    expect(deleted.text).toContain('Deleted.');
    const rest = (await list(yesterday)).map(({ measured }) => measured.value);
    expect(rest).toEqual([7000]);
    await store([{ type: 'steps', date: yesterday, value: 9000 }]);
    expect(await list(yesterday)).toHaveLength(1);
    const repeated = await browser.submit({ action: 'delete', measurement });
    expect(repeated.text).toContain('the value no longer exists');
  });

  it('is reached from the day, which shows its night', async () => {
    await store([night]);
    const day = `${urls.auth}/v7.1/oauth2/account/data/day/`;
    const { text } = await browser.open(`${day}?date=${yesterday}`);
    expect(text).toContain('Deep sleep');
    expect(text).toContain(`data/body/?day=${yesterday}`);
    const before = await browser.open(`${day}?date=${addDays(yesterday, -1)}`);
    expect(before.text).not.toContain('Deep sleep');
  });
});

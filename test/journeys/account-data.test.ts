import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createFormats, formatKnown } from '#functions/account/formats.ts';
import { call } from '#kit/call.ts';
import { type DiaryUser, openDiary, porridge, run } from '#kit/diary.ts';
import { issueUserToken, newPerson, type TestPerson } from '#kit/fixtures.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const account = `${urls.auth}/v7.1/oauth2/account`;

let person: TestPerson;
let token: string;
let browser: TestBrowser;

beforeAll(async () => {
  person = await newPerson();
  token = await issueUserToken(person);
  browser = newTestBrowser(call, urls.auth);
  await browser.signIn(person);
});

describe('the page "My data"', () => {
  beforeAll(async () => {
    const lunch = { ...porridge, diary_meal: '<Lunch>' };
    const future = { ...porridge, date: '2100-01-02' };
    const items = [{ ...run, distance: 5000 }, lunch, future];
    await call('POST', '/v2/diary', { host: 'diary', token, json: { items } });
  });

  it.each([
    ['day', '2026-11-25'],
    ['week', '2026-11-22'],
    ['month', '2026-12-01'],
  ])('shows energy and exercise by %s', async (period, date) => {
    const { text } = await browser.open(`${account}/data/?period=${period}&date=${date}`);
    for (const amount of ['300 kcal', '255 kcal', '30 min', '5 km'])
      expect(text).toContain(`<td class="number">${amount}</td>`);
    expect(text.match(/<figure class="chart"/g)).toHaveLength(3);
  });

  it('says so if there are no entries', async () => {
    const { text } = await browser.open(`${account}/data/?date=2020-01-01`);
    expect(text).toContain('There are no entries in this period.');
    expect(text).not.toContain('<figure');
  });

  it('shows the meals and the exercise of a day', async () => {
    const { text } = await browser.open(`${account}/data/day/?date=${run.date}`);
    expect(text).toContain('&lt;Lunch&gt;: 300 kcal');
    expect(text).toContain('servings: 2');
    expect(text).toContain('<dd>9:00 AM (UTC-8)</dd>');
  });

  it.each(['data/', 'data/day/'])(
    'leads to no empty day in the future: %s',
    async (path) => {
      const hasLater = async (shownDate: string) =>
        (await browser.open(`${account}/${path}?date=${shownDate}`)).text.includes(
          '>Later</a>',
        );
      expect(await hasLater('2020-01-01')).toBe(true);
      expect(await hasLater('2100-01-01')).toBe(true);
      expect(await hasLater('2100-01-02')).toBe(false);
    },
  );

  it.each(['data/?date=2026-02-30', 'data/?period=year', 'data/day/?date=x'])(
    'rejects %s',
    async (path) => {
      expect((await browser.open(`${account}/${path}`)).status).toBe(400);
    },
  );
});

/** A day of the summary, with energies in calories. */
interface SummarizedDay {
  date: string;
  energy_in: { value: number } | null;
  energy_out: { value: number } | null;
  duration: number;
  distance: number | null;
}

/** The last of 30 days. */
const lastDay = '2026-10-30';
const days = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, index + 1)).toISOString().slice(0, 10),
);

/** Writes entries of different amounts on all days but every seventh. */
async function fillDays({ post }: DiaryUser): Promise<void> {
  const { start_time: _, ...exercise } = run;
  const items = days.flatMap((date, index) => {
    if (index % 7 === 3) return [];
    const duration = 600 + 61 * index;
    const energy = { unit: 'calories', value: 100 + 17.3 * index };
    const nutritional_contents = { energy: { ...energy, value: 900 - 13 * index } };
    const distance = index % 5 === 0 ? null : 900 + 333.3 * index;
    return [
      { ...exercise, date, duration, energy, distance },
      { ...porridge, date, nutritional_contents },
    ];
  });
  await post(items.slice(0, 50));
  await post(items.slice(50));
}

/** Returns the cells of each row of the table, after the day that its link leads to. */
function readRows(text: string): string[][] {
  const rows = text.matchAll(/date=([\d-]+)">[^<]*<\/a><\/th>\n((?:<td.*<\/td>\n)+)/g);
  return Array.from(rows, ([, date = '', cells = '']) => {
    const amounts = cells.matchAll(/<td.*>(.*)<\/td>/g);
    return [date, ...Array.from(amounts, ([, amount = '']) => amount)];
  });
}

/** Returns the heights of the bars of a series, by the class of its bars. */
function readBars(figure: string, className: string): number[] {
  const bars = figure.matchAll(/<rect class="([^"]*)" x=[^>]* height="([\d.]+)"/g);
  const ofSeries = Array.from(bars).filter(([, found]) => found === className);
  return ofSeries.map(([, , height]) => Number(height));
}

/** Returns the expected heights of bars, in a chart whose top is at `max`. */
function toBars(amounts: readonly (number | null | undefined)[], max: number): number[] {
  const knownAmounts = amounts.flatMap((amount) => amount ?? []);
  return knownAmounts.map((amount) => Number(((160 * amount) / max).toFixed(1)));
}

describe('the page "My data" for 30 days', () => {
  let text: string;
  let summary: SummarizedDay[];

  beforeAll(async () => {
    const reader = await newPerson();
    const diary = openDiary(await issueUserToken(reader));
    await fillDays(diary);
    const response = await diary.get(`/summary?from=${days[0]}&to=${lastDay}`);
    summary = response.body.items as unknown as SummarizedDay[];
    const browser = newTestBrowser(call, urls.auth);
    await browser.signIn(reader);
    ({ text } = await browser.open(`${account}/data/?period=day&date=${lastDay}`));
  });

  it('has every number of the summary in its table', () => {
    const { energy, duration, distance } = createFormats({ locale: 'en' });
    const rows = summary.map((day) => [
      day.date,
      formatKnown(day.energy_in?.value ?? null, energy),
      formatKnown(day.energy_out?.value ?? null, energy),
      duration(day.duration),
      formatKnown(day.distance, distance),
    ]);
    expect(rows).toHaveLength(26);
    expect(readRows(text)).toEqual(rows.toReversed());
    expect(text).toMatch(/<strong>October 1\s–\s30, 2026<\/strong>/u);
  });

  it('has bars in proportion to the numbers of the summary', () => {
    const charts = text.match(/<figure .*?<\/figure>/gs) ?? [];
    const [energy = '', duration = '', distance = ''] = charts;
    const eaten = summary.map(({ energy_in }) => energy_in?.value);
    const burned = summary.map(({ energy_out }) => energy_out?.value);
    const durations = summary.map((day) => day.duration);
    const distances = summary.map((day) => day.distance);
    expect(readBars(energy, 'bar')).toEqual(toBars(eaten, 2000));
    expect(readBars(energy, 'bar second')).toEqual(toBars(burned, 2000));
    expect(readBars(duration, 'bar')).toEqual(toBars(durations, 3600));
    expect(readBars(distance, 'bar')).toEqual(toBars(distances, 20_000));
  });
});

interface Created {
  _links: { self: [{ id: string }] };
}

describe('the page of devices', () => {
  /** Adds a data source, and returns its id. */
  async function addWatch(accessToken: string): Promise<string> {
    const device = { manufacturer: 'Garmin', model: 'FR-935' };
    const json = { name: 'My watch', _embedded: { device: [device] } };
    const options = { token: accessToken, json };
    const { body } = await call<Created>('POST', '/v7.1/data_source/', options);
    return body._links.self[0].id;
  }

  /** Creates a person with a device, who is signed in. */
  async function newOwner() {
    const owner = await newPerson();
    const browser = newTestBrowser(call, urls.auth);
    await browser.signIn(owner);
    return { browser, data_source: await addWatch(await issueUserToken(owner)) };
  }

  it('prefers a device for sleep', async () => {
    const { browser, data_source } = await newOwner();
    const { text } = await browser.open(`${account}/devices/`);
    expect(text).toContain('Prefer for sleep: My watch');
    const saved = await browser.submit({ data_source, priority_type: 'sleep' });
    expect(saved.text).toContain('<dt>Preferred for</dt><dd>Sleep</dd>');
    expect(saved.text).not.toContain('Prefer for sleep: My watch');
    expect(saved.text).not.toContain('Duplicates');
  });

  it('rejects the device of another person like an unknown one, and a forged form', async () => {
    const { browser, data_source } = await newOwner();
    const foreign = await addWatch(await issueUserToken(await newPerson()));
    for (const id of [foreign, 'x']) {
      await browser.open(`${account}/devices/`);
      const rejected = await browser.submit({ data_source: id, priority_type: 'sleep' });
      expect(rejected.status).toBe(404);
    }

    await browser.open(`${account}/devices/`);
    const forgedForm = { data_source, priority_type: 'sleep', form_token: 'x' };
    expect((await browser.submit(forgedForm)).status).toBe(403);
  });

  it('prefers a device for activity, and checks duplicates again', async () => {
    const { browser, data_source } = await newOwner();
    await browser.open(`${account}/devices/`);
    await browser.submit({ data_source, priority_type: 'sleep' });
    const saved = await browser.submit({ data_source, priority_type: 'activity' });
    expect(saved.text).toContain('<dt>Preferred for</dt><dd>Activity, Sleep</dd>');
    expect(saved.text).toContain('Duplicates of the last 30 days are being checked');
  });
});

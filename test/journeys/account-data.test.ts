import { beforeAll, describe, expect, inject, it } from 'vitest';
import { leadsToConnections } from '#functions/account/data/empty-diary.ts';
import { createFormats, formatKnown } from '#functions/account/formats.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { call } from '#kit/call.ts';
import { type DiaryUser, openDiary, porridge, run } from '#kit/diary.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import {
  listInvalidFields,
  newTestBrowser,
  type TestBrowser,
} from '#kit/test-browser.ts';

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

/** Returns the addresses of the links of the table, the newest first. */
function listLinks(text: string): string[] {
  const links = text.matchAll(/<th scope="row"><a href="([^"]*)"/g);
  return Array.from(links, ([, link = '']) => link.replaceAll('&amp;', '&'));
}

describe('the page "My data"', () => {
  beforeAll(async () => {
    const lunch = { ...porridge, diary_meal: '<Lunch>' };
    const future = { ...porridge, date: '2100-01-02' };
    const items = [{ ...run, distance: 5000 }, lunch, future];
    await call('POST', '/v2/diary', { host: 'diary', token, json: { items } });
  });

  it.each([
    ['seven_days', '2026-11-22'],
    ['day', '2026-11-25'],
    ['week', '2026-11-22'],
    ['month', '2026-12-01'],
    ['year', '2026-02-01'],
    ['days_of_month', '2026-11-30'],
  ])('shows exercise and energy by %s', async (period, date) => {
    const { text } = await browser.open(`${account}/data/?period=${period}&date=${date}`);
    for (const amount of ['300', '255', '0:30', '5.0'])
      expect(text).toContain(`<td class="number">${amount}</td>`);
    for (const unit of ['Distance (km)', 'Time (h:min)', 'Burned (kcal)', 'Eaten (kcal)'])
      expect(text).toContain(`<th scope="col" class="number">${unit}</th>`);
    expect(text.match(/<figure class="chart"/g)).toHaveLength(1);
  });

  it('leads from an empty period to the services and to the forms of entries', async () => {
    const { text } = await browser.open(`${account}/data/?date=2020-01-01`);
    expect(text).toContain('No entries in this period');
    expect(text).toContain(`<a class="button" href="${account}/imports/">`);
    const entry = `${account}/data/entry/?date=${daysAgo(0)}`;
    for (const type of ['food_entry', 'exercise'])
      expect(text).toContain(
        `class="button secondary" href="${entry}&amp;type=${type}">`,
      );
    expect(text).not.toContain('<figure');
    expect(text).not.toContain('<dl class="stats">');
  });

  it('leads from a week and a month to exactly their days', async () => {
    const listDays = async (period: string, span: string) => {
      const page = await browser.open(
        `${account}/data/?period=${period}&date=${run.date}`,
      );
      const links = listLinks(page.text).filter((link) =>
        link.includes(`period=${span}`),
      );
      const { text } = await browser.open(new URL(links.at(-1) ?? '', account).href);
      const dates = Array.from(text.matchAll(/<a href="[^"]*day\/\?date=([\d-]+)" tab/g));
      const days = dates.map(([, day]) => day);
      return [days.length, days.at(0), days.at(-1)];
    };
    expect(await listDays('week', 'seven_days')).toEqual([7, '2026-11-16', '2026-11-22']);
    expect(await listDays('month', 'days_of_month')).toEqual([
      30,
      '2026-11-01',
      '2026-11-30',
    ]);
  });

  it('has a form that leads to a date', async () => {
    const { text } = await browser.open(`${account}/data/?period=week&date=2026-11-03`);
    expect(text).toContain('<input type="hidden" name="period" value="week">');
    expect(text).toContain('<input type="date" name="date" value="2026-11-03"');
  });

  it('shows the meals and the exercise of a day', async () => {
    const { text } = await browser.open(`${account}/data/day/?date=${run.date}`);
    for (const shown of ['&lt;Lunch&gt;', '300 kcal', '2 servings', '9:00 AM (UTC-8)'])
      expect(text).toContain(shown);
  });

  it('lists the meals of a day in their order, whatever was logged first', async () => {
    const later = await newPerson();
    const diary = openDiary(await issueUserToken(later));
    const meals = ['Snacks', 'Second breakfast', 'Lunch', 'Breakfast'];
    await diary.post(meals.map((diary_meal) => ({ ...porridge, diary_meal })));
    const visitor = newTestBrowser(call, urls.auth);
    await visitor.signIn(later);
    const { text } = await visitor.open(`${account}/data/day/?date=${porridge.date}`);
    const shown = Array.from(text.matchAll(/<h3>([^<]*)<\/h3>/g), ([, title]) => title);
    expect(shown).toEqual(['Breakfast', 'Lunch', 'Snacks', 'Second breakfast']);
  });

  it.each([
    ['data/', '>Later</a>'],
    ['data/day/', '<a rel="next"'],
  ])('leads to no empty day in the future: %s', async (path, later) => {
    const hasLater = async (shownDate: string) =>
      (await browser.open(`${account}/${path}?date=${shownDate}`)).text.includes(later);
    expect(await hasLater('2020-01-01')).toBe(true);
    expect(await hasLater('2100-01-01')).toBe(true);
    expect(await hasLater('2100-01-02')).toBe(false);
  });

  it.each([
    'data/?date=2026-02-30',
    'data/?period=decade',
    'data/?sport=2',
    'data/day/?date=x',
  ])('rejects %s', async (path) => {
    expect((await browser.open(`${account}/${path}`)).status).toBe(400);
  });
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
  const rows = text.matchAll(/date=([\d-]+)">.*<\/a><\/th>\n((?:<td.*<\/td>\n)+)/g);
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
    const { number } = createFormats({ locale: 'en' });
    const toEnergy = (energy: SummarizedDay['energy_in']) =>
      formatKnown(energy?.value ?? null, (value) => number('energy', value));
    const rows = summary.map((day) => [
      day.date,
      formatKnown(day.distance, (value) => number('distance', value)),
      new Date(60_000 * Math.round(day.duration / 60)).toISOString().slice(12, 16),
      toEnergy(day.energy_out),
      toEnergy(day.energy_in),
    ]);
    expect(rows).toHaveLength(26);
    expect(readRows(text)).toEqual(rows.toReversed());
    expect(text).toMatch(/<h2>October 1\s–\s30, 2026<\/h2>/u);
  });

  it('has bars in proportion to the numbers of the summary', () => {
    const [chart = '', ...others] = text.match(/<figure .*?<\/figure>/gs) ?? [];
    const durations = summary.map((day) => day.duration);
    expect(readBars(chart, 'bar')).toEqual(toBars(durations, 3600));
    expect(others).toEqual([]);
  });
});

it('shows a year of one sport, with the best workouts of it', async () => {
  const rider = await newPerson();
  const { post } = openDiary(await issueUserToken(rider));
  const workouts = [
    { id: '51', date: '2026-03-01', duration: 7200, distance: 40_000 },
    { id: '52', date: '2026-07-01', duration: 3600, distance: 50_000 },
    { id: '1', date: '2026-07-02', duration: 9000, distance: 21_000 },
  ];
  await post([
    porridge,
    ...workouts.map(({ id, ...amounts }) => ({ ...run, ...amounts, exercise: { id } })),
  ]);
  const visitor = newTestBrowser(call, urls.auth);
  await visitor.signIn(rider);
  const year = await visitor.open(`${account}/data/?period=year&date=2026-05-05`);
  const [, sports = ''] = /aria-label="Sport">(.*?)<\/nav>/s.exec(year.text) ?? [];
  const [, rides = ''] = /<a href="([^"]*)">Ride<\/a>/.exec(sports) ?? [];
  expect(sports.replaceAll(/<[^>]*>|\n/g, ' ')).toMatch(/^ *All sports +Ride +Run *$/);

  const { text } = await visitor.open(rides.replaceAll('&amp;', '&'));
  expect(listLinks(text).map((link) => new URLSearchParams(link).get('date'))).toEqual([
    '2026-07-01',
    '2026-03-01',
  ]);
  for (const shown of [
    '<strong>90</strong> km',
    '<strong>2</strong>',
    'Farthest workout',
  ])
    expect(text).toContain(shown);
  expect(text).toMatch(/workout\/\?id=[0-9a-z]+">Farthest workout/);
  expect(text).not.toContain('Eaten');
});

/** Returns the date a number of days before the current one. */
const daysAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

const american = {
  display_name: 'Ada <Lovelace>',
  locale: 'en-US',
  time_zone: 'UTC',
  distance_unit: 'miles',
  weight_unit: 'pounds',
  energy_unit: 'kilojoules',
  first_weekday: 'sunday',
};

/** Creates a person with entries, who is signed in and reads miles and kilojoules. */
async function newAmerican(items: readonly unknown[]): Promise<TestBrowser> {
  const reader = await newPerson();
  const diary = openDiary(await issueUserToken(reader));
  if (items.length > 0) await diary.post(items);
  const americanBrowser = newTestBrowser(call, urls.auth);
  await americanBrowser.signIn(reader);
  await americanBrowser.open(`${account}/settings/`);
  await americanBrowser.submit(american);
  return americanBrowser;
}

/** Removes the markup of a page. */
const toPlainText = (text: string) =>
  text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the start page of the account', () => {
  const { start_time: _, ...exercise } = run;

  it('compares the week with the last one, and shows the latest workouts', async () => {
    const dates = [0, 7, 8, 9].map(daysAgo);
    const workouts = dates.map((date, index) => {
      return { ...exercise, date, distance: index === 0 ? 16_093.44 : 32_186.88 };
    });
    const { open } = await newAmerican([...workouts, { ...porridge, date: daysAgo(0) }]);
    const { text } = await open(`${account}/`);
    const plain = toPlainText(text);
    expect(plain).toContain('Hello, Ada &lt;Lovelace&gt;.');
    expect(plain).toMatch(/Distance 10 mi (50|75|83)% less than/);
    expect(plain).toContain('Eaten on average a day 1,255 kJ');
    const links = text.matchAll(/<h3><a href="[^"]*workout\/\?id=\w{38}(\d{8})e">/g);
    const latest = dates.slice(0, 3).map((date) => date.replaceAll('-', ''));
    expect(Array.from(links, ([, date]) => date)).toEqual(latest);
  });

  it('leads to last week, today, the applications and the deletion in one step', async () => {
    const { open } = await newAmerican([{ ...exercise, date: daysAgo(0) }]);
    const { text } = await open(`${account}/`);
    for (const path of ['data/', 'data/day/', 'applications/', 'deletion/'])
      expect(text).toContain(`href="${account}/${path}"`);
    for (const type of ['food_entry', 'exercise'])
      expect(text).toContain(`entry/?date=${daysAgo(0)}&amp;type=${type}"`);
    const [, lastWeek = ''] = /href="([^"]*period=seven_days[^"]*)"/.exec(text) ?? [];
    const [, last = ''] = /date=([\d-]+)/.exec(lastWeek) ?? [];
    // Weeks end on Saturday.
    expect(new Date(last).getUTCDay()).toBe(6);
    expect([last < daysAgo(0), last >= daysAgo(7)]).toEqual([true, true]);
  });

  it('asks for a time zone that no browser has told, until there is one', async () => {
    const reader = await newPerson();
    const newcomer = newTestBrowser(call, urls.auth);
    await newcomer.signIn(reader);
    const asked = await newcomer.open(`${account}/`);
    expect(asked.text).toContain('<option value="America/New York">');
    const refused = await newcomer.submit({ time_zone: 'Berlim' });
    expect([refused.status, listInvalidFields(refused)]).toEqual([400, ['time_zone']]);
    expect(refused.text).toContain('Did you mean Berlin?');
    const { text } = await newcomer.submit({ time_zone: 'berlin' });
    expect(text).toContain('Your time zone was saved.');
    expect(text).not.toContain('id="time_zone"');
    const profile = await identities.findProfile(table(), reader.user_id);
    expect(profile?.time_zone).toBe('Europe/Berlin');
  });

  it('leads somebody without entries to what brings them, and to the forms of entries', async () => {
    const { open } = await newAmerican([]);
    const findFirst = async () => {
      const { connectable } = await loadProviderSettings(table());
      return leadsToConnections(connectable) ? 'connections' : 'imports';
    };
    // Another test may set up a provider meanwhile.
    const before = await findFirst();
    const { text } = await open(`${account}/`);
    const [, first] = /<a class="button" href="([^"]*)">/.exec(text) ?? [];
    expect([before, await findFirst()].map((page) => `${account}/${page}/`)).toContain(
      first,
    );
    expect(text).toMatch(new RegExp(`<a class="button[^>]* href="${account}/imports/">`));
    const entry = `${account}/data/entry/?date=${daysAgo(0)}`;
    for (const type of ['food_entry', 'exercise'])
      expect(text).toContain(
        `class="button secondary" href="${entry}&amp;type=${type}">`,
      );
    expect(text).not.toContain('<dl class="stats">');
  });
});

describe('the page "My data" in other units', () => {
  it('has axes and columns of miles and kilojoules, and weeks that begin on Sunday', async () => {
    const { start_time: _, ...exercise } = run;
    const date = '2026-11-22';
    const { open } = await newAmerican([
      { ...exercise, date, distance: 24_140.16 },
      { ...porridge, date },
      { ...porridge, date: '2026-09-10' },
    ]);
    const readChart = async (query: string) => {
      const { text } = await open(`${account}/data/?${query}`);
      const [chart = ''] = /<figure .*?<\/figure>/s.exec(text) ?? [];
      const ticks = Array.from(chart.matchAll(/<span>(.*)<\/span>/g), ([, tick]) => tick);
      return { text, chart, ticks };
    };
    const eaten = await readChart('period=seven_days&date=2026-09-10');
    expect(eaten.ticks).toEqual(['2,000 kJ', '1,000 kJ', '0 kJ']);
    const { text, chart } = await readChart('period=day&date=2026-11-25');
    expect(chart).toContain('Highest 30 min (Sun, Nov 22).');
    expect(chart).toContain('<title>Sun, Nov 22: 30 min, 15 mi</title>');
    const weeks = Array.from(
      chart.matchAll(/<text [^>]*>(.*)<\/text>/g),
      ([, tick]) => tick,
    );
    expect(weeks).toEqual(['Nov 1', 'Nov 8', 'Nov 15', 'Nov 22']);
    expect(text).toContain('Distance (mi)');
    expect(text).toContain('Eaten (kJ)');
    expect(text).toContain('<td class="number">1,255</td>');
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

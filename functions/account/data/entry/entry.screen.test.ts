import { beforeEach, describe, expect, inject, it } from 'vitest';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { buildBatch } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { Entry, StoredEntry } from '#functions/diary/entry/entry.ts';
import { isEdited, isImported } from '#functions/diary/merging/imported-entry.ts';
import { callHandler } from '#kit/call-handler.ts';
import { chooseSettings, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import type { TestResponse } from '#kit/send.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const day = '2026-11-20';
const account = `${urls.auth}/v7.1/oauth2/account`;

let person: TestPerson;
let browser: TestBrowser;

beforeEach(async () => {
  person = await newPerson();
  browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
});

const list = (date = day) => {
  const { user_id } = person;
  return entries.list({ table: table(), user_id }, date);
};

/** Returns the only entry of a day. */
async function findOnly(date = day) {
  const [entry, ...others] = await list(date);
  expect(others).toEqual([]);
  if (!entry) throw new Error('The day has no entry.');
  return entry;
}

const entities = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };
const decodeEntities = (text: string) =>
  Object.entries(entities).reduce(
    (rest, [name, character]) => rest.replaceAll(`&${name};`, character),
    text,
  );

/** Returns what a browser sends with the first form of a page. */
function readForm({ text }: TestResponse): Record<string, string> {
  const [form = ''] = /<form method="post".*?<\/form>/s.exec(
    text.slice(text.indexOf('<main')),
  ) ?? [''];
  const inputs = form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g);
  const selects = form.matchAll(/<select [^>]*name="(\w+)".*?<\/select>/gs);
  const chosen = Array.from(selects, ([select, name = '']) => {
    const [, value = ''] = /value="([^"]*)" selected/.exec(select) ?? [];
    return [name, decodeEntities(value)];
  });
  const entered = Array.from(inputs, ([, name = '', value = '']) => [
    name,
    decodeEntities(value),
  ]);
  return Object.fromEntries([...entered, ...chosen]);
}

/** Sends the first form of a page, as it is except for these fields. */
const send = (page: TestResponse, fields: Record<string, string>) =>
  browser.submit({ ...readForm(page), ...fields });

const openNew = (type: string) =>
  browser.open(`${account}/data/entry/?date=${day}&type=${type}&activity=1`);
/** Looks for an activity, and opens the form of a new exercise if there is one of this name. */
const openNewOf = (activity: string) =>
  browser.open(
    `${account}/data/activity/?${new URLSearchParams({ date: day, activity })}`,
  );
const openStored = (id: string) => browser.open(`${account}/data/entry/?id=${id}`);

/** Returns the problems of a page, by the names of the fields. */
const listProblems = ({ text }: TestResponse) => {
  const problems = text.matchAll(/id="(\w+)-problem">([^<]*)</g);
  return Object.fromEntries(Array.from(problems, ([, name, problem]) => [name, problem]));
};

const run = {
  activity: '1',
  time: '07:30',
  hours: '1',
  minutes: '5',
  distance: '10.5',
  energy: '640',
  avg_heart_rate: '143',
};

describe('a person adds', () => {
  it('a food, which is then on the day', async () => {
    const form = await openNew('food_entry');
    const page = await send(form, {
      meal: 'Lunch',
      name: 'Soup',
      brand: 'Oaty',
      servings: '1.5',
      energy: '200',
      protein: '8',
    });
    expect(page.text).toContain('Added.');
    expect(page.text).toContain('300 kcal');
    expect(await findOnly()).toMatchObject({ origin: 'person' });
    expect(await findOnly()).toMatchObject({
      type: 'food_entry',
      date: day,
      diary_meal: 'Lunch',
      food: { name: 'Soup', brand: 'Oaty' },
      servings: 1.5,
      nutritional_contents: { energy: { unit: 'calories', value: 200 }, protein: 8 },
    });
  });

  it('an exercise in their units, at the time of their time zone', async () => {
    await chooseSettings(person, {
      time_zone: 'Europe/Berlin',
      distance_unit: 'miles',
      energy_unit: 'kilojoules',
    });
    const form = await openNew('exercise');
    expect(form.text).toContain('Distance (mi, optional)');
    expect(form.text).toContain('Start (UTC+1)');
    await send(form, { ...run, distance: '2' });
    expect(await findOnly()).toMatchObject({
      exercise: { id: '1' },
      start_time: `${day}T07:30:00+01:00`,
      duration: 3900,
      distance: 3218.688,
      energy: { unit: 'kilojoules', value: 640 },
      avg_heart_rate: 143,
    });
  });

  it('an exercise of which they do not know the energy, with the fields of its activity', async () => {
    const choice = await openNewOf('');
    expect(choice.text).toContain('<option value="Table tennis">');
    const found = await openNewOf('YOGA power');
    expect(found.text).toContain('&amp;activity=212">Power yoga</a>');
    const form = await openNewOf('yoga');
    expect(form.text).toContain('<h2>Yoga</h2>');
    expect(form.text).not.toContain('id="distance"');
    const page = await send(form, { date: day, hours: '1' });
    expect(page.text).not.toContain('kcal');
    expect(await findOnly()).toMatchObject({
      exercise: { id: '210' },
      energy: { unit: 'calories', value: 0 },
      energy_source: 'unknown',
    });
    // A form of before activities had a page of their own.
    const again = await send(await openNewOf('yoga'), { activity: '', hours: '2' });
    expect(again.text).toMatch(
      /Often chosen<\/h2>\s*<div class="actions">\s*<a[^>]*>Yoga</,
    );
  });

  it('a food that they had lately, with what the form has of it', async () => {
    await addStored({ ...porridge, servings: 2 });
    const url = `${account}/data/entry/?date=2026-11-22&type=food_entry`;
    const form = await browser.open(url);
    const [, like = ''] = /href="([^"]*)">Porridge</.exec(form.text) ?? [];
    await send(await browser.open(decodeEntities(like)), { servings: '1' });
    expect(await findOnly('2026-11-22')).toMatchObject({
      ...porridge,
      date: '2026-11-22',
      nutritional_contents: { protein: 12 },
    });
  });

  it('numbers as Germans write them', async () => {
    await chooseSettings(person, { locale: 'de-DE' });
    const form = await openNew('food_entry');
    const numbers = { servings: '1,5', energy: '1.500', protein: '0.5', fat: '1234,25' };
    const refused = await send(form, { meal: 'Lunch', ...numbers });
    expect(refused.status).toBe(400);
    expect(listProblems(refused)).toEqual({
      energy: 'Geben Sie eine Zahl wie 1,5 ein, ohne Trennzeichen für Tausender.',
    });
    const page = await send(refused, { energy: '1500,5' });
    expect(page.text).toContain('Eingetragen.');
    expect(await findOnly()).toMatchObject({
      servings: 1.5,
      nutritional_contents: {
        energy: { unit: 'calories', value: 1500.5 },
        protein: 0.5,
        fat: 1234.25,
      },
    });
  });

  it('nothing as long as there are problems, all of which are named', async () => {
    const form = await openNew('exercise');
    const page = await send(form, {
      ...run,
      date: '2026-02-30',
      time: '25:00',
      hours: '',
      minutes: '0',
      distance: '20000',
      energy: '',
      avg_heart_rate: 'x',
      max_heart_rate: 'high',
    });
    expect(page.status).toBe(400);
    expect(listProblems(page)).toEqual({
      date: 'Enter a date from 1900 to 2199.',
      time: 'Enter a time like 7:30.',
      minutes: 'At least 1 min.',
      distance: 'At most 10,000 km.',
      avg_heart_rate: 'Enter a number like 1.5, without a separator for thousands.',
      max_heart_rate: 'Enter a number like 1.5, without a separator for thousands.',
    });
    expect(page.text).toContain('Nothing was saved. Please check: Date,');
    expect(page.text).toContain('value="20000"');
    expect(await list()).toEqual([]);
  });

  it('an entry in UTC until they choose a time zone, and learns where', async () => {
    const hint = 'Choose your time zone';
    const types = ['exercise', 'food_entry'];
    for (const type of types) expect((await openNew(type)).text).toContain(hint);
    const { id } = await addStored(porridge);
    expect((await openStored(id)).text).not.toContain(hint);
    await chooseSettings(person, { time_zone: 'Europe/Berlin' });
    for (const type of types) expect((await openNew(type)).text).not.toContain(hint);
  });

  it('no negative part of a duration, even if the other one is longer', async () => {
    const page = await send(await openNew('exercise'), { hours: '-1', minutes: '75' });
    expect(listProblems(page)).toMatchObject({ minutes: 'At least 1 min.' });
  });

  it('no part of a duration that is no number, and says which', async () => {
    const page = await send(await openNew('exercise'), { hours: 'one', minutes: '5' });
    expect(listProblems(page)).toEqual({
      hours: 'Enter a number like 1.5, without a separator for thousands.',
    });
  });

  it('no texts that the diary refuses', async () => {
    const form = await openNew('food_entry');
    const page = await send(form, {
      other_meal: 'x'.repeat(51),
      brand: 'a\u0007',
      servings: '0',
    });
    expect(listProblems(page)).toEqual({
      other_meal: 'At most 50 characters.',
      name: 'Please fill this in.',
      brand: 'This has characters that cannot be stored.',
      servings: 'At least 0.001.',
    });
  });

  it('no food without a name and contents', async () => {
    const page = await send(await openNew('food_entry'), { meal: 'Lunch' });
    expect(listProblems(page)).toEqual({ name: 'Enter a food, or what it contains.' });
    expect(await list()).toEqual([]);
  });

  it('one entry, however often the form is sent', async () => {
    const form = await openNew('exercise');
    const sendAgain = async (fields: Record<string, string>) => {
      await openNew('exercise');
      const page = await send(form, fields);
      expect(page.text).toContain('Added.');
    };
    await sendAgain(run);
    await sendAgain(run);
    expect(await list()).toHaveLength(1);
    await sendAgain({ ...run, time: '18:00' });
    expect(await list()).toHaveLength(2);
  });
});

/** Stores an entry as a POST to the diary does, and returns it. */
async function addStored(entry: StoredEntry): Promise<Entry> {
  const batch = buildBatch(newId(new Date()), [entry]);
  await dayItems.createBatch({ table: table(), user_id: person.user_id }, batch);
  return batch.entries[0];
}

const porridge = {
  type: 'food_entry',
  date: day,
  diary_meal: 'Breakfast',
  food: { name: 'Porridge' },
  servings: 1,
  nutritional_contents: { protein: 12, iron: 20 },
} as const;

/** An imported run, merged with the same run of another provider. */
async function importRuns(providers: readonly string[]) {
  for (const provider of providers) {
    await addConnection(person.user_id, provider);
    await importWorkout(person.user_id, provider, importedRun);
  }
  return findOnly();
}

describe('a person changes', () => {
  it('a food, and keeps its other nutrients', async () => {
    const { id } = await addStored(porridge);
    const form = await openStored(id);
    const page = await send(form, { name: 'Muesli', protein: '', fat: '6.5' });
    expect(page.text).toContain('Your change was saved.');
    expect(await findOnly()).toEqual({
      ...porridge,
      id,
      food: { name: 'Muesli' },
      nutritional_contents: { fat: 6.5, iron: 20 },
    });
  });

  it('no food so that it has neither a name nor contents', async () => {
    const nothing = { name: '', protein: '' };
    const { id } = await addStored({
      ...porridge,
      nutritional_contents: { protein: 12 },
    });
    const page = await send(await openStored(id), nothing);
    expect(page.status).toBe(400);
    expect(listProblems(page)).toEqual({ name: 'Enter a food, or what it contains.' });
    expect(await findOnly()).toMatchObject({ food: { name: 'Porridge' } });
    expect((await send(page, { protein: '1' })).text).toContain('Your change was saved.');
  });

  it('a food that keeps contents which the page does not show', async () => {
    const { id } = await addStored(porridge);
    await send(await openStored(id), { name: '', protein: '' });
    expect(await findOnly()).toMatchObject({ nutritional_contents: { iron: 20 } });
  });

  it('a food that never had a name or contents', async () => {
    const { food: _, ...unnamed } = porridge;
    const { id } = await addStored({ ...unnamed, nutritional_contents: {} });
    await send(await openStored(id), { meal: 'Lunch' });
    expect(await findOnly()).toMatchObject({ diary_meal: 'Lunch' });
  });

  it('only what differs from what the page showed', async () => {
    const { id } = await addStored({ ...porridge, servings: 1 / 3 });
    const form = await openStored(id);
    expect(readForm(form)).toMatchObject({ servings: '0.33' });
    // Meanwhile, another tab changes something else.
    await send(await openStored(id), { brand: 'Oaty' });
    await openStored(id);
    await send(form, { meal: 'Lunch' });
    expect(await findOnly()).toMatchObject({
      diary_meal: 'Lunch',
      food: { name: 'Porridge', brand: 'Oaty' },
      servings: 1 / 3,
    });
    const unchanged = await send(await openStored(id), {});
    expect(unchanged.text).toContain('Nothing was changed.');
  });

  it('the day and the time of an exercise, which stays at its place', async () => {
    const entry = await addStored({
      type: 'exercise',
      date: day,
      exercise: { id: 'own-7' },
      start_time: `${day}T23:50:00+13:00`,
      duration: 600,
      energy: { unit: 'kilojoules', value: 418.4 },
    });
    const form = await openStored(entry.id);
    expect(form.text).toContain('Start (UTC+13)');
    expect(readForm(form)).toMatchObject({ time: '23:50', energy: '100' });
    await send(form, { date: '2026-11-21', time: '06:15' });
    expect(await list()).toEqual([]);
    expect(await findOnly('2026-11-21')).toEqual({
      ...entry,
      date: '2026-11-21',
      start_time: '2026-11-21T06:15:00+13:00',
    });
  });

  it('an imported exercise, which later imports leave alone', async () => {
    const { id } = await importRuns(['polar', 'strava']);
    const form = await openStored(id);
    expect(form.text).toContain('later imports do not overwrite it');
    await send(form, { avg_heart_rate: '150' });
    const entry = await findOnly();
    expect(entry).toMatchObject({ id, avg_heart_rate: 150, duration: 1800 });
    expect(isImported(entry) && isEdited(entry)).toBe(true);
    const readAt = new Date('2026-11-22T00:00:00Z');
    await importWorkout(
      person.user_id,
      'polar',
      { ...importedRun, energy: 1 },
      { readAt },
    );
    expect(await findOnly()).toMatchObject({ energy: { value: 300 } });
  });

  it('an imported exercise without an energy, which gets one only from the person', async () => {
    await addConnection(person.user_id, 'polar');
    const { energy: _, ...workout } = importedRun;
    await importWorkout(person.user_id, 'polar', workout);
    const { id } = await findOnly();
    const form = await openStored(id);
    expect(readForm(form).energy).toBe('');
    await send(form, { avg_heart_rate: '150' });
    expect(await findOnly()).toMatchObject({ avg_heart_rate: 150, energy: { value: 0 } });
    await send(await openStored(id), { energy: '250' });
    expect(await findOnly()).toMatchObject({ energy: { value: 250 } });
    for (const [energy, energy_source] of [
      ['0', 'stated'],
      ['', 'unknown'],
    ] as const) {
      await send(await openStored(id), { energy });
      expect(await findOnly()).toMatchObject({ energy: { value: 0 }, energy_source });
    }
  });

  it('the activity of an exercise, by a link to the others', async () => {
    const { id } = await importRuns(['polar']);
    const { text } = await openStored(id);
    expect(text).toContain(`account/data/activity/?id=${id}">Another activity`);
    await send(await browser.open(`${account}/data/activity/?id=${id}&activity=jog`), {});
    expect(await findOnly()).toMatchObject({ id, exercise: { id: '2' }, duration: 1800 });
  });

  it('no heart rates that contradict each other', async () => {
    const { id } = await importRuns(['polar']);
    const rates = { avg_heart_rate: '150', max_heart_rate: '140' };
    const page = await send(await openStored(id), rates);
    expect(listProblems(page)).toEqual({ max_heart_rate: 'Not below the average.' });
    expect(isImported(await findOnly())).toBe(true);
  });

  it('nothing on a day that has as many entries as it can', async () => {
    const { id } = await addStored(porridge);
    const full = Array.from({ length: 500 }, () => ({ ...porridge, date: '2026-11-21' }));
    for (let first = 0; first < 500; first += 50) {
      const batch = buildBatch(newId(new Date()), full.slice(first, first + 50));
      await dayItems.createBatch({ table: table(), user_id: person.user_id }, batch);
    }
    const page = await send(await openStored(id), { date: '2026-11-21' });
    expect(listProblems(page).date).toContain('A day can have 500 entries');
    const form = await browser.open(`${account}/data/entry/?date=2026-11-21`);
    const refused = await send(form, { meal: 'Lunch', energy: '1' });
    expect(listProblems(refused).date).toContain('A day can have 500 entries');
    expect(await findOnly()).toMatchObject({ id });
  });
});

describe('a person deletes', () => {
  it('a food', async () => {
    const { id } = await addStored(porridge);
    const form = await openStored(id);
    expect(form.text).toContain('This cannot be undone.');
    const page = await browser.submit({ id, action: 'delete' });
    expect(page.text).toContain('Deleted.');
    expect(await list()).toEqual([]);
  });

  it('an imported exercise, which is not imported again', async () => {
    const { id } = await importRuns(['polar']);
    const form = await openStored(id);
    expect(form.text).toContain('is not imported again');
    await browser.submit({ id, action: 'delete' });
    const readAt = new Date('2026-11-22T00:00:00Z');
    await importWorkout(
      person.user_id,
      'polar',
      { ...importedRun, energy: 1 },
      { readAt },
    );
    expect(await list()).toEqual([]);
  });

  it('a merged exercise, instead of which its duplicate is shown', async () => {
    const { id } = await importRuns(['polar', 'strava']);
    const form = await openStored(id);
    expect(form.text).toContain('Its duplicate, which is hidden until now, is shown');
    await browser.submit({ id, action: 'delete' });
    const entry = await findOnly();
    expect(entry.id).not.toBe(id);
  });
});

describe('an entry that does not exist any more', () => {
  it('cannot be opened', async () => {
    const { id } = await addStored(porridge);
    await browser.open(`${account}/data/entry/`);
    await browser.submit({ id, action: 'delete' });
    const page = await openStored(id);
    expect(page.text).toContain('the entry no longer exists');
  });

  it.each(['save', 'delete'])('is not changed by the action %s', async (action) => {
    const { id } = await addStored(porridge);
    const form = await openStored(id);
    await browser.submit({ id, action: 'delete' });
    await openNew('food_entry');
    const page = await browser.submit({ ...readForm(form), name: 'Soup', action });
    expect(page.text).toContain('the entry no longer exists');
    expect(await list()).toEqual([]);
  });

  it('is the same as one of another person', async () => {
    const { id } = await addStored(porridge);
    const other = newTestBrowser(callHandler, urls.auth);
    await other.signIn(await newPerson());
    const page = await other.open(`${account}/data/entry/?id=${id}`);
    expect(page.text).toContain('the entry no longer exists');
    for (const action of ['save', 'delete']) {
      await other.open(`${account}/data/entry/`);
      const response = await other.submit({ id, action, servings: '2', meal: 'Lunch' });
      expect(response.text).toContain('the entry no longer exists');
    }
    expect(await findOnly()).toEqual({ ...porridge, id });
  });
});

describe('a person who was signed out meanwhile', () => {
  /** Sends the form without a session, from the page at this address, and signs in again. */
  async function sendSignedOut(page: TestResponse, Referer: string) {
    browser.cookies.delete('__Host-fit_session');
    const signIn = await browser.submit(readForm(page), { Referer });
    expect(signIn.text).toContain('You were no longer signed in');
    await browser.signIn(person);
    return browser.reopen();
  }

  it('returns to the form of a new entry, also if it has failed before', async () => {
    const url = `${account}/data/entry/?date=${day}&type=exercise&activity=1`;
    const failed = await send(await openNew('exercise'), { hours: '' });
    expect(failed.text).toContain(`action="${url.replaceAll('&', '&amp;')}"`);
    const page = await sendSignedOut(failed, url);
    expect(page.text).toContain('<h1>Add exercise</h1>');
    expect(readForm(page).date).toBe(day);
  });

  it('returns to the entry that they wanted to change, but to none of another site', async () => {
    const { id } = await addStored(porridge);
    const url = `${account}/data/entry/?id=${id}`;
    const page = await sendSignedOut(await openStored(id), url);
    expect(readForm(page).id).toBe(id);
    const other = await sendSignedOut(page, `https://other.example/?id=${id}`);
    expect(other.text).toContain('<h1>Add food</h1>');
  });
});

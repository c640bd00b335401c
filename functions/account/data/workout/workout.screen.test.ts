import { beforeEach, describe, expect, inject, it } from 'vitest';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { toEntryPath } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { updateEntry } from '#functions/diary/entry/update/update-entry.ts';
import { requireAddress } from '#functions/diary/merging/imported-entry.ts';
import type { WorkoutCurves } from '#functions/diary/series/workout-curves.ts';
import { importFileWorkouts } from '#functions/diary/workout-import/import-file-workouts.ts';
import { callHandler } from '#kit/call-handler.ts';
import { chooseSettings, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { newCurves } from '#kit/workout-series.ts';

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

const diary = () => ({ table: table(), user_id: person.user_id });

/** Returns the run that the day shows. */
async function findRun() {
  const [entry] = await entries.list(diary(), day);
  if (!entry) throw new Error('There is no run.');
  return entry;
}

const recorded = newCurves(6000);
/** Curves with two laps, which are the fastest in the second third. */
const curves: WorkoutCurves = {
  ...recorded,
  series: {
    ...recorded.series,
    speed: [3.333, 3.5, 3.3, 3],
    elevation: [400, 450, 420, 410],
    laps: [
      { start: 0, duration: 1050, distance: 4000, avg_heart_rate: 141 },
      { start: 1050, duration: 750, distance: 2000 },
    ],
  },
};

/** Imports a run from a file, without curves unless they are given, and returns its entry. */
async function addRun(more: Partial<typeof recordedRun> = {}) {
  const { curves: _, ...run } = { ...recordedRun, distance: 6000, avg_heart_rate: 143 };
  const files = [{ ...newFile('run.gpx'), workouts: [{ ...run, ...more }] }];
  const { user_id } = person;
  await importFileWorkouts(table(), { user_id, import_id: '1', files }, new Date());
  return findRun();
}

const open = (id: string) => browser.open(`${account}/data/workout/?id=${id}`);

/** Opens the page of a workout, and returns its texts with a bar between the elements. */
async function read(id: string): Promise<string> {
  const { text } = await open(id);
  const content = text.slice(text.indexOf('<main'), text.indexOf('</main'));
  return content
    .replaceAll(/<\/?strong>|\n(?=<)/g, '')
    .replaceAll(/(?:<[^>]*>|\n)+/g, '|')
    .replaceAll('\u00a0', ' ');
}

describe('the page of a workout shows', () => {
  it('its numbers, where they come from, and what can bring curves', async () => {
    const { id } = await addRun();
    const text = await read(id);
    expect(text).toContain(
      '|Run|Friday, November 20, 2026, 5:00 PM (UTC)|Distance|6 km|',
    );
    expect(text).toContain('|Pace|5:00 min/km|Energy|300 kcal|');
    expect(text).toContain('|There are no curves of this workout|');
    expect(text).toContain('|Imported from the file “run.gpx”.|');
    expect((await open(id)).text).toContain(`${account}/import/?id=1"`);
  });

  it('its route, its curves and its laps, with the same numbers as a table', async () => {
    const { id } = await addRun({ curves });
    const text = await read(id);
    expect(text).toContain('|Route|North is up. The route is 148 m wide and 222 m from');
    expect(text).toContain('|Heart rate (bpm)|From 90 bpm to 150 bpm.|');
    expect(text).toContain('|Pace (min/km)|From 5:33 min/km to 4:46 min/km.|');
    expect(text).toContain('It begins at 5:00 min/km and ends at 5:33 min/km.');
    expect(text).toContain(
      '|Time|Distance (km)|Heart rate (bpm)|Pace (min/km)|Elevation (m)|0:00–5:00|',
    );
    expect(text).toContain('|10:00–15:00|2.0|140|4:46|450|');
    expect(text).toContain(
      '|Laps 1 to 2 of 2|Lap|Duration (min)|Distance (km)|Pace (min/km)|',
    );
    expect(text).toContain('|2|12:30|2.00|6:15|–|');
    expect(text).not.toContain('There are no curves');
  });

  it('no pace of a pause, which no point is in', async () => {
    const seconds = [0, 10, 20, 30, 40, 50, 60, 360, 370, 380];
    const speed = seconds.map((second) => (second === 360 ? 0.1 : 4));
    const { id } = await addRun({ curves: { series: { seconds, speed } } });
    const text = await read(id);
    expect(text).toContain('|Pace (min/km)|4:10 min/km all the time.|');
  });

  it('no positions, only the drawing', async () => {
    const { id } = await addRun({ curves });
    const { text } = await open(id);
    expect(text).toContain('<svg class="route"');
    expect(text).not.toMatch(/48[.,]1|11[.,]5/);
  });

  it('all of that in the language and the units of the person', async () => {
    await chooseSettings(person, { distance_unit: 'miles', locale: 'de-DE' });
    const { id } = await addRun({ curves });
    const text = await read(id);
    expect(text).toContain('|Puls (pro min)|Von 90 pro min bis 150 pro min.|');
    expect(text).toContain('|Tempo (min/mi)|Von 8:56 min/mi bis 7:40 min/mi.|');
    expect(text).toContain('|Höhe (ft)|Von 1.312 ft bis 1.476 ft.|');
    expect(text).toContain('|1|17:30|2,49|7:02|141|');
  });

  it('what the recording states and its points do not add up to, also once edited', async () => {
    const [stated, summed] = [{ distance: 6000 }, { distance: 5800 }];
    const series = { ...curves.series, stated, summed };
    const { id } = await addRun({ curves: { series }, best: { km1: 280 } });
    await updateEntry(diary(), requireAddress(id), { distance: 8000 });
    const text = await read(id);
    expect(text).toContain('|Number|Stated|All points|Distance|6 km|5.8 km|');
    expect(text).toContain('|Fastest kilometer, by the points|4:40 (4:40 min/km)|');
    expect(text).toContain('|You have changed this entry since it was imported.|');
  });

  it('the time with pauses, if there were some', async () => {
    const { id } = await addRun({ elapsed: 2400 });
    expect(await read(id)).toContain('|With pauses|40 min|');
  });

  it('the curves of a file for the workout of a provider that is shown instead', async () => {
    const { curves: _, ...workout } = importedRun;
    await addConnection(person.user_id, 'polar');
    await importWorkout(person.user_id, 'polar', workout);
    const { id } = await findRun();
    await updateEntry(diary(), requireAddress(id), { distance: 6100 });
    expect((await addRun({ curves, best: { km1: 280 } })).id).toBe(id);
    const text = await read(id);
    expect(text).toContain('|Fastest kilometer|4:40 (4:40 min/km)|');
    expect(text).toContain(
      '|The curves are from the file “run.gpx”.|The same workout from the',
    );
    expect(text).toContain('|Heart rate (bpm)|');
  });

  it('the longest curves, and 200 laps page by page, in 45 KB', async () => {
    const seconds = Array.from({ length: 240 }, (_, index) => index * 60);
    const noise = seconds.map((_, index) => (index * 7919) % 97);
    const rates = noise.map((value) => 90 + value);
    const laps = Array.from({ length: 200 }, (_, index) => {
      const rest = { distance: 1000 + index, avg_heart_rate: 140, max_heart_rate: 160 };
      return { start: 70 * index, duration: 300 + index, ...rest };
    });
    const series = {
      seconds,
      distance: seconds.map((time) => time * 3),
      speed: noise.map((value) => 2 + value / 50),
      heart_rate: rates,
      elevation: rates,
      cadence: rates,
      power: rates,
      laps,
      lap_count: 250,
    };
    const way = noise.map(
      (value, index) => [48 + value / 999, 11 + index / 999] as const,
    );
    const { id } = await addRun({ curves: { series, outline: [way] } });
    const { text } = await open(id);
    expect(Buffer.byteLength(text)).toBeLessThan(45 * 1024);
    const later = await browser.open(`${account}/data/workout/?id=${id}&offset=160`);
    expect(later.text).toContain('Laps 161 to 200 of 250');
    expect(later.text).toContain('the first 200 laps are kept');
    expect(later.text).toContain(`&laps=all#laps">Laps 1 to 200, to print`);
    const unknown = await browser.open(`${account}/data/workout/?id=${id}&laps=some`);
    expect(unknown.text).toContain('Laps 1 to 40 of 250');
    const all = await browser.open(`${account}/data/workout/?id=${id}&laps=all`);
    expect(all.text).toContain('Laps 1 to 200 of 250');
  });

  it('a workout that was moved to another day', async () => {
    const { id } = await addRun({ curves });
    await updateEntry(diary(), requireAddress(id), { date: '2026-11-24' });
    const text = await read(id);
    expect(text).toContain('|Tuesday, November 24, 2026');
    expect(text).toContain('|Curves|');
  });
});

it.each([
  { name: 'of no entry', id: 'x' },
  { name: 'of an entry that was never there', id: `${'0'.repeat(38)}20261120e` },
])('says that there is no workout with the id $name', async ({ id }) => {
  expect(await read(id)).toContain('|This entry no longer exists|');
});

it('shows nothing of the workout of another person', async () => {
  const { id } = await addRun();
  await browser.signIn(await newPerson());
  expect(await read(id)).toContain('|This entry no longer exists|');
});

describe('of several records, the page', () => {
  const { curves: _, ...ofPolar } = {
    ...{ ...importedRun, distance: 5500, avg_heart_rate: 151 },
    sensors: ['strap'] as const,
  };

  /** Adds a run that Polar has, with a strap, and a file, which is shown. */
  async function addBoth(): Promise<string> {
    await addConnection(person.user_id, 'polar');
    await importWorkout(person.user_id, 'polar', ofPolar);
    const { id } = await addRun({ curves });
    return id;
  }

  const importPolar = (members: object) => {
    const readAt = new Date('2026-11-23T00:00:00Z');
    return importWorkout(person.user_id, 'polar', { ...ofPolar, ...members }, { readAt });
  };

  const choose = async (
    id: string,
    fields: Record<string, string>,
    notice = 'Your choice is saved.',
  ) => {
    const { text } = await browser.submit({ action: 'take', id, ...fields });
    expect(text).toContain(notice);
    const entry = await findRun();
    return entry.type === 'exercise' ? entry.distance : undefined;
  };

  it('says from which one a number is taken', async () => {
    const text = await read(await addBoth());
    expect(text).toContain('|Heart rate|average 151 bpm|');
    expect(text).toContain('|Heart rate: taken from Polar Flow.|');
  });

  it('takes a number from the one that the person chooses, until it is reset', async () => {
    const id = await addBoth();
    expect(await read(id)).toContain('|run.gpx: 6 km|Polar Flow: 5.5 km|');
    expect(await choose(id, { distance: 'polar 1' })).toBe(5500);
    await importPolar({ distance: 5600 });
    expect(await findRun()).toMatchObject({ id, distance: 5600 });
    expect((await open(id)).text).toContain('<option value="polar 1" selected>');
    expect(await choose(id, { distance: '' })).toBe(6000);
  });

  it('says that a record is gone, and saves what else is chosen', async () => {
    const id = await addBoth();
    await open(id);
    const fields = { distance: 'polar 1', heart_rate: 'whoop 1' };
    const notice = 'A record that you have chosen no longer exists. All else is saved.';
    expect(await choose(id, fields, notice)).toBe(5500);
    const { text } = await browser.submit({ action: 'take', ...fields, id: 'x' });
    expect(text).toContain('This entry no longer exists');
    expect(text).not.toContain('saved');
  });

  it.each([
    { title: 'has the same number', members: { distance: 6000 }, label: '6 km' },
    { title: 'has none', members: { distance: undefined }, label: '–' },
  ])('keeps the choice of a record that now $title', async ({ members, label }) => {
    const id = await addBoth();
    await open(id);
    await choose(id, { distance: 'polar 1' });
    await importPolar(members);
    const { text } = await open(id);
    expect(text.replaceAll('\u00a0', ' ')).toContain(
      `<option value="polar 1" selected>Polar Flow: ${label}<`,
    );
    await choose(id, { distance: 'polar 1', heart_rate: 'file run' });
    await importWorkout(
      person.user_id,
      'polar',
      { ...ofPolar, distance: 5700 },
      { readAt: new Date('2026-11-24T00:00:00Z') },
    );
    expect(await findRun()).toMatchObject({ distance: 5700, avg_heart_rate: 143 });
  });

  it('takes both heart rates from a record of which an application has written one', async () => {
    const id = await addBoth();
    await importPolar({ max_heart_rate: 171 });
    await updateEntry(diary(), requireAddress(id), { avg_heart_rate: 143 });
    expect(await findRun()).toMatchObject({ avg_heart_rate: 143, max_heart_rate: 171 });
    expect((await open(id)).text).toContain('<option value="file run" selected>');
    await choose(id, { heart_rate: 'file run' });
    expect(await findRun()).not.toMatchObject({ max_heart_rate: 171 });
  });

  it('keeps a removed highest heart rate if another number is chosen', async () => {
    const id = await addBoth();
    await importPolar({ max_heart_rate: 171 });
    expect(await findRun()).toMatchObject({ avg_heart_rate: 151, max_heart_rate: 171 });
    await updateEntry(diary(), requireAddress(id), { max_heart_rate: null });
    expect(await findRun()).not.toHaveProperty('max_heart_rate', 171);
    expect(await read(id)).toContain('|Heart rate|The best measured|');
    await choose(id, { distance: 'polar 1', heart_rate: '' });
    expect(await findRun()).toMatchObject({ distance: 5500, avg_heart_rate: 151 });
    expect(await findRun()).not.toHaveProperty('max_heart_rate', 171);
  });

  it('offers a choice for an edited entry of before imports kept the numbers', async () => {
    const { id } = await addRun();
    const address = requireAddress(id);
    await updateEntry(diary(), address, { duration: 1790 });
    const change = { remove: [`${toEntryPath(address, day)}.imported.numbers`] };
    await dayItems.update(diary(), { date: day, change, condition: {} });
    await addBoth();
    expect(await read(id)).toContain('|Distance|The best measured|');
    expect(await choose(id, { distance: 'polar 1' })).toBe(5500);
  });

  it('says from which one the highest heart rate alone is taken', async () => {
    const { curves: __, ...run } = importedRun;
    await addConnection(person.user_id, 'polar');
    await importWorkout(person.user_id, 'polar', { ...run, max_heart_rate: 171 });
    const { id } = await addRun();
    expect(await read(id)).toContain('|Max. heart rate: taken from Polar Flow.|');
  });

  it('offers what a record of another day has', async () => {
    const { curves: _, ...run } = importedRun;
    const late = { ...run, utc_offset: 3600, start_time: '2026-11-20T22:50:00Z' };
    for (const type of ['polar', 'withings']) await addConnection(person.user_id, type);
    await importWorkout(person.user_id, 'polar', { ...late, distance: 6000 });
    const next = { ...late, start_time: '2026-11-20T23:00:30Z', distance: 5500 };
    await importWorkout(person.user_id, 'withings', next);
    const { id } = await findRun();
    expect(await read(id)).toContain('|Polar Flow: 6 km|Withings: 5.5 km|');
  });

  it('leads to each workout that it hides, which says that it is hidden', async () => {
    const { text } = await open(await addBoth());
    const [, hidden = ''] = /id=(\w+)">To this workout/.exec(text) ?? [];
    expect(await read(hidden)).toContain('|This workout is hidden,');
  });

  it('offers no choice for a record that it hides', async () => {
    const { text } = await open(await addBoth());
    const [, hidden = ''] = /id=(\w+)">To this workout/.exec(text) ?? [];
    await choose((await findRun()).id, { distance: 'file run' });
    const page = await open(hidden);
    expect(page.text).toContain('This workout is hidden,');
    expect(page.text).not.toContain('value="take"');
  });

  it('offers no choice if the terms of the other record do not let it be combined', async () => {
    await addConnection(person.user_id, 'strava');
    await importWorkout(person.user_id, 'strava', ofPolar);
    const { id } = await addRun();
    const { text } = await open(id);
    expect(text).toContain('is hidden');
    expect(text).not.toContain('value="take"');
  });

  it('offers no choice between equal numbers', async () => {
    const { text } = await open(await addBoth());
    expect(text).toContain('name="distance"');
    expect(text).not.toContain('name="energy"');
  });

  it('offers no choice of a number that the person has edited', async () => {
    const id = await addBoth();
    await updateEntry(diary(), requireAddress(id), { distance: 5800 });
    const { text } = await open(id);
    expect(text).toContain('name="heart_rate"');
    expect(text).not.toContain('name="distance"');
  });
});

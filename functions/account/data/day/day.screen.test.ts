import { beforeEach, describe, expect, inject, it } from 'vitest';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { buildBatch } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { StoredEntry } from '#functions/diary/entry/entry.ts';
import { updateEntry } from '#functions/diary/entry/update/update-entry.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { requireAddress } from '#functions/diary/merging/imported-entry.ts';
import { callHandler } from '#kit/call-handler.ts';
import { importExportedRun } from '#kit/exported-workouts.ts';
import { chooseSettings, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const day = '2026-11-20';
const overviewPage = `${urls.auth}/v7.1/oauth2/account/`;
const dataPage = `${overviewPage}data/`;
const dayPage = `${dataPage}day/`;

let person: TestPerson;
let browser: TestBrowser;

beforeEach(async () => {
  person = await newPerson();
  browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
});

async function store(...stored: StoredEntry[]) {
  const batch = buildBatch(newId(new Date()), stored);
  await dayItems.createBatch({ table: table(), user_id: person.user_id }, batch);
}

/** Returns the texts of the content of a day, with a bar between those of different elements. */
async function readDay(date = day): Promise<string> {
  const { text } = await browser.open(`${dayPage}?date=${date}`);
  const content = text.slice(text.indexOf('<main'), text.indexOf('</main'));
  return content
    .replaceAll(/<\/?(?:strong|bdi)>|\n(?=<)/g, '')
    .replaceAll(/(?:<[^>]*>|\n)+/g, '|')
    .replaceAll('\u00a0', ' ');
}

const calories = (value: number) => ({ unit: 'calories', value }) as const;

const porridge: StoredEntry = {
  type: 'food_entry',
  date: day,
  diary_meal: 'Breakfast',
  food: { name: 'Porridge', brand: 'Oaty' },
  servings: 1.5,
  nutritional_contents: {
    energy: calories(300),
    protein: 10,
    carbohydrates: 55.25,
    fat: 4,
    sodium: 80,
  },
};
const quickAdd: StoredEntry = {
  ...porridge,
  food: undefined,
  servings: 1,
  nutritional_contents: { energy: { unit: 'kilojoules', value: 418.4 } },
};

const run: StoredEntry = {
  type: 'exercise',
  date: day,
  exercise: { id: '1' },
  start_time: `${day}T18:30:00+13:00`,
  duration: 3000,
  energy: calories(640),
  distance: 10_000,
  avg_heart_rate: 143,
  max_heart_rate: 171,
  elevation_change: -35,
};
const ride: StoredEntry = {
  type: 'exercise',
  date: day,
  exercise: { id: '51' },
  start_time: `${day}T07:00:00+01:00`,
  duration: 3600,
  energy: calories(100),
  distance: 30_000,
  max_speed: 12.5,
};

describe('the page of a day shows', () => {
  it('the totals, the meals, and what each food contains', async () => {
    await store(porridge, { ...quickAdd, diary_meal: 'After work' }, quickAdd, ride);
    const text = await readDay();
    expect(text).toContain('|Friday, November 20, 2026|');
    expect(text).toContain('|Eaten|650 kcal|Burned|100 kcal|Net|550 kcal|');
    expect(text).toContain('|Protein|15 g|Carbohydrates|82.9 g|Fat|6 g|');
    expect(text).toContain(
      '|Breakfast|550 kcal · Protein 15 g · Carbohydrates 82.9 g · Fat 6 g|',
    );
    expect(text).toContain('|Porridge|Oaty · 1.5 servings|Protein 15 g · ');
    expect(text).toContain('|More nutrients|Sodium|120 mg|450 kcal|Change|');
    expect(text).toContain('|Quick add|1 serving|100 kcal|Change|');
    expect(text.indexOf('|After work|')).toBeGreaterThan(text.indexOf('|Breakfast|'));
  });

  it('the distance of an exercise as it was entered', async () => {
    await store({ ...run, distance: 1525 });
    expect(await readDay()).toContain('|Distance|1.525 km|');
  });

  it('all of each exercise, in the order of the start at its place', async () => {
    await store({ ...ride, exercise: { id: 'own-7' }, start_time: undefined }, run, ride);
    const text = await readDay();
    expect(text).toContain(
      '|Run|6:30 PM (UTC+13)|Distance|10 km|Duration|50 min|Pace|5:00 min/km|' +
        'Energy|640 kcal|Heart rate|average 143 bpm, maximum 171 bpm|' +
        'Elevation change|-35 m|Change|',
    );
    expect(text).toContain('|Duration|1 h 0 min|Speed|30 km/h|');
    expect(text).toContain('|Maximum speed|45 km/h|');
    const order = ['|Ride|', '|Run|', '|Unknown exercise “own-7”|Distance|'].map((name) =>
      text.indexOf(name),
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order).not.toContain(-1);
  });

  it('each exercise with the start in the name of its link, as a day can have two runs', async () => {
    await store(run);
    const { text } = await browser.open(`${dayPage}?date=${day}`);
    expect(text).toMatch(/aria-label="Change: Run, 6:30\s?PM \(UTC\+13\)"/);
  });

  it('no energy of an import that has none, only one that a person has entered', async () => {
    const { energy: _, ...track } = recordedRun;
    await importFiles(person.user_id, '1', [newFile('run.gpx', track)]);
    const unknown = await readDay();
    expect(unknown).toContain('|Burned|–|');
    expect(unknown).toContain('|Run|');
    const { text: data } = await browser.open(`${dataPage}?date=${day}`);
    expect(data).toContain('0:30');
    const date = new Date().toISOString().slice(0, 10);
    const recent = { ...track, start_time: `${date}T00:00:00Z` };
    await importFiles(person.user_id, '2', [newFile('new.gpx', recent)]);
    const { text: overview } = await browser.open(overviewPage);
    expect(overview).toContain('<p>30 min</p>');
    for (const text of [unknown, data, overview])
      expect(text).not.toMatch(/[^\d,.]0.kcal/);

    await store({ ...ride, energy: calories(0) });
    expect(await readDay()).toContain('|Energy|0 kcal|');
    await store({ ...ride, energy: calories(100) });
    expect(await readDay()).toContain('|Burned|100 kcal|');
  });

  it.each([
    ['kilometers', 'Pace|2:05 min/100 m'],
    ['miles', 'Pace|1:54 min/100 yd'],
  ] as const)(
    'the pace of a swim, of a person who has %s',
    async (distance_unit, pace) => {
      await chooseSettings(person, { distance_unit });
      const exercise = { id: getActivityTypeId('swim_crawl') };
      await store({ ...ride, exercise, distance: 1500, duration: 1875 });
      expect(await readDay()).toContain(`|${pace}|`);
    },
  );

  it('the units, the time zone and the language of the person', async () => {
    await chooseSettings(person, {
      locale: 'de-DE',
      time_zone: 'Europe/Berlin',
      distance_unit: 'miles',
      energy_unit: 'kilojoules',
    });
    await store(porridge, ride);
    const text = await readDay();
    expect(text).toContain('|Freitag, 20. November 2026|');
    expect(text).toContain('|Gegessen|1.883 kJ|');
    expect(text).toContain('|Frühstück|Porridge|Oaty · 1,5 Portionen|');
    expect(text).toContain('|Radfahren|07:00|Strecke|18,64 mi|');
  });

  it('where a workout comes from, and which duplicates are hidden and why', async () => {
    for (const provider of ['polar', 'strava']) {
      await addConnection(person.user_id, provider);
      await importWorkout(person.user_id, provider, importedRun);
    }
    const text = await readDay();
    expect(text).toContain('|Run|5:00 PM (UTC) · Imported from Polar Flow|');
    expect(text).toContain(
      '|1 duplicate is hidden|The same workout from Strava is hidden',
    );
  });

  it('how entries get to a day without any', async () => {
    const { text } = await browser.open(`${dayPage}?date=${day}`);
    expect(text).toContain('Nothing on this day yet');
    expect(text).toContain(`account/data/entry/?date=${day}&amp;type=food_entry`);
    expect(text).toContain(`account/data/entry/?date=${day}&amp;type=exercise`);
    expect(text).not.toContain('Eaten');
  });

  it('that the current day is the one in UTC, until the person chooses a time zone', async () => {
    const hint = 'Dates and times are in UTC';
    expect((await browser.open(dayPage)).text).toContain(hint);
    expect(await readDay()).not.toContain(hint);
    await chooseSettings(person, { time_zone: 'Pacific/Auckland' });
    expect((await browser.open(dayPage)).text).not.toContain(hint);
  });

  it('a brand that is written from the right before the amount', async () => {
    await store({ ...porridge, food: { name: 'Porridge', brand: 'מותג' } });
    const { text } = await browser.open(`${dayPage}?date=${day}`);
    expect(text).toContain('<bdi>מותג</bdi> · 1.5 servings');
  });

  it('the way to the days around it, and to any other', async () => {
    await store(porridge);
    const { text } = await browser.open(`${dayPage}?date=${day}`);
    for (const date of ['2026-11-19', '2026-11-21'])
      expect(text).toContain(`account/data/day/?date=${date}"`);
    expect(text).toContain(`<input type="date" name="date" value="${day}"`);
  });
});

it.each([
  {
    locale: 'en-US',
    shown: 'Imported from the file “run.fit”',
    hidden:
      'The same workout from the file “phone.gpx” is hidden: the times overlap; this one is ' +
      'shown because it is the file of the device, or comes directly from its maker ' +
      'or not from a phone.',
  },
  {
    locale: 'de-DE',
    shown: 'Importiert aus der Datei „run.fit“',
    hidden:
      'Dasselbe Training aus der Datei „phone.gpx“ ist ausgeblendet: die Zeiten überschneiden ' +
      'sich; dieses wird gezeigt, weil es die Datei des Geräts ist oder direkt von dessen ' +
      'Hersteller oder nicht von einem Telefon kommt.',
  },
] as const)(
  'an exercise names the file that it was imported from: $locale',
  async (texts) => {
    const { locale, shown, hidden } = texts;
    await chooseSettings(person, { locale });
    const { data_source_id: _, ...track } = recordedRun;
    const files = [newFile('run.fit'), newFile('phone.gpx', track)];
    await importFiles(person.user_id, '1', files);
    const page = await readDay();
    expect(page).toContain(shown);
    expect(page).toContain(hidden);
  },
);

it('offers to join no two that are edited, also before an export: both stay shown', async () => {
  const { user_id } = person;
  const diary = { table: table(), user_id };
  await addConnection(user_id, 'polar');
  const start_time = `${day}T08:00:00Z`;
  await importWorkout(user_id, 'polar', { ...importedRun, start_time });
  await importExportedRun(user_id, 'suunto', {}, { was_edited: true });
  const open = async () => (await browser.open(`${dayPage}?date=${day}`)).text;
  expect(await open()).toContain('<option value="polar 1"');
  const [entry] = (await entries.list(diary, day)).filter(
    (each) => each.type === 'exercise' && each.source?.remote_id === '1',
  );
  await updateEntry(diary, requireAddress(entry?.id ?? ''), { duration: 1900 });
  expect(await open()).not.toContain('<option value="');
});

it.each([
  {
    title: 'an entry that is gone',
    entry: 'x',
    said: 'Nothing was changed: the entry no longer exists.',
  },
  { title: 'another workout that is gone', said: 'Nothing was changed.<' },
])('says that joining $title has changed nothing', async ({ entry, said }) => {
  const { user_id } = person;
  await addConnection(user_id, 'polar');
  const later = { remote_id: '2', start_time: `${day}T21:00:00Z` };
  for (const each of [importedRun, { ...importedRun, ...later }])
    await importWorkout(user_id, 'polar', each);
  await browser.open(`${dayPage}?date=${day}`);
  const [stored] = await entries.list({ table: table(), user_id }, day);
  const other = { action: 'join', workout: 'strava 9', date: day };
  const { text } = await browser.submit({ ...other, entry: entry ?? stored?.id ?? '' });
  expect(text).toContain(said);
});

it('shows an energy that is estimated from the weight as such', async () => {
  await store(ride, { ...run, energy: calories(0), energy_source: 'unknown' });
  expect(await readDay()).toContain('|Burned|100 kcal|');
  await measurements.storeInParts(table(), person.user_id, {
    source: { kind: 'person' },
    sent: [{ type: 'weight', date: day, time: `${day}T20:00:00Z`, value: 72 }],
  });
  const text = await readDay();
  // 8 METs, 72 kg, 50 minutes.
  expect(text).toContain('|Energy|about 480 kcal|estimated from your weight|');
  expect(text).toContain(
    '|Burned|about 580 kcal|about 480 kcal of it estimated from your weight|',
  );
  const { text: page } = await browser.open(`${dataPage}?date=${day}`);
  expect(page.replaceAll('\u00a0', ' ')).toContain(
    'Of what you burned, about 480 kcal are estimated from your weight.',
  );
});

import { expect, inject, it } from 'vitest';
import { restrict } from '#functions/auth/identity/processing.store.ts';
import type { UserSettings } from '#functions/auth/identity/user-settings.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import { buildImport } from '#functions/diary/file-import/file-import.ts';
import { callHandler } from '#kit/call-handler.ts';
import { openDiary, run } from '#kit/diary.ts';
import { chooseSettings, issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const account = `${urls.auth}/v7.1/oauth2/account`;

/** Signs in a person with these settings, and a run of 5 miles with 254.5 kcal in the diary. */
async function openAccount(settings: UserSettings) {
  const person = await newPerson();
  const diary = openDiary(await issueUserToken(person));
  await diary.post([{ ...run, distance: 8046.72 }]);
  await chooseSettings(person, settings);
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
  const open = async (path: string) => {
    const { text } = await browser.open(`${account}/${path}`);
    return text.replaceAll(/\s/g, ' ');
  };
  return { person, open };
}

it('shows amounts in the units of the person, and weeks from their first day', async () => {
  const { open } = await openAccount({
    locale: 'en-GB',
    distance_unit: 'miles',
    energy_unit: 'kilojoules',
    first_weekday: 'sunday',
  });
  // A Friday.
  expect(run.date).toBe('2026-11-20');
  const text = await open(`data/?period=week&date=${run.date}`);
  expect(text).toContain('21 November 2026');
  expect(text).toContain('15 Nov');
  expect(text).toMatch(/\b5(?: mi\b|<)/);
  expect(text).toMatch(/\b1,065(?: kJ\b|<)/);
  expect(text).not.toMatch(/\bkm\b/);
});

it('leads to the month, and there from a sport to its workouts', async () => {
  const { open } = await openAccount({ locale: 'en-US' });
  const month = `period=days_of_month&amp;date=${run.date}`;
  expect(await open(`data/?date=${run.date}`)).toContain(`?${month}">Month</a>`);
  // The activity of the run is not in the catalog.
  const query = `${month.replace('&amp;', '&')}&sport=unknown`;
  const text = await open(`data/?${query}`);
  expect(text).toContain('The workouts of these days');
  expect(text).toMatch(/account\/data\/workout\/\?id=[^"]+">/);
});

it.each([
  ['Pacific/Kiritimati', 14],
  ['Pacific/Pago_Pago', -11],
] as const)('ends with the current date in %s', async (time_zone, hours) => {
  const { open } = await openAccount({ locale: 'en-US', time_zone });
  const toToday = () => {
    const local = new Date(Date.now() + hours * 3_600_000);
    const options = { dateStyle: 'full', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat('en-US', options).format(local);
  };
  const before = toToday();
  const text = await open('data/day/');
  expect([before, toToday()]).toContain(/<h1>(.*?)<\/h1>/.exec(text)?.[1]);
});

it.each(['', 'data/'])(
  'says on the page "%s" that the processing is paused',
  async (path) => {
    const { person, open } = await openAccount({ locale: 'en-US' });
    expect(await open(path)).not.toContain('paused');
    await restrict(table(), person.user_id, new Date('2026-11-20T12:00:00Z'));
    const text = await open(path);
    expect(text).toContain('<strong>paused</strong> since November 20, 2026.');
    expect(text).toContain(`<a href="${account}/privacy/">Resume the processing</a>`);
  },
);

it('lists the last five imports, the newest first, without uploads that have ended', async () => {
  const { person, open } = await openAccount({ locale: 'en-US' });
  expect(await open('data/')).not.toContain('Last imports');
  const now = new Date('2026-11-20T12:00:00Z');
  const ids = ['1', '2', '3', '4', '5', '6', '7'];
  for (const id of ids) {
    const job = buildImport(
      { id, name: `Import <${id}>`, file_name: 'a', bytes: 1 },
      now,
    );
    const upload = id === '4' && { ttl: 1 };
    const key = fileImportKeys.importJob(person.user_id, id);
    await putItems([{ ...key, ...job, ...upload }]);
  }
  const text = await open('data/');
  const listed = [...text.matchAll(/account\/import\/\?id=(\d)">Import &lt;\1&gt;/g)];
  expect(listed.map(([, id]) => id)).toEqual(['7', '6', '5', '3']);
  expect(text).toContain('November 20, 2026 at 12:00 PM');
});

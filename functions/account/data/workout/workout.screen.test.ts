import { beforeEach, describe, expect, inject, it } from 'vitest';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';

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

/** Imports a run from a file, and returns its entry. */
async function addRun(more: Partial<typeof recordedRun> = {}) {
  const run = { ...recordedRun, distance: 6000, avg_heart_rate: 143, ...more };
  await importFiles(person.user_id, '1', [newFile('run.gpx', run)]);
  const [entry] = await entries.list({ table: table(), user_id: person.user_id }, day);
  if (!entry) throw new Error('The run was not imported.');
  return entry;
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

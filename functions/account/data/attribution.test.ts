import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newUser, type TestUser } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { openTokensPage, type TokenOwner } from '#kit/personal-tokens.ts';

const { urls } = inject('service');
const account = `${urls.auth}/v7.1/oauth2/account`;
const words = 'Powered by Strava · Garmin Forerunner 935';

let person: TestUser;
let owner: TokenOwner;

beforeEach(async () => {
  person = await newUser();
  owner = await openTokensPage({ send: callHandler, urls }, person);
});

async function importRun(provider: string, workout: Partial<ImportedWorkout>) {
  await addConnection(person.user_id, provider);
  await importWorkout(person.user_id, provider, { ...importedRun, ...workout });
}

interface ListedEntry {
  id: string;
  source: { attribution?: string };
}

/** Lists the exercises of a day with a token of the person, who sees those of all providers. */
async function listDay(date: string): Promise<ListedEntry[]> {
  const token = await owner.create();
  const path = `/v2/diary?entry_date=${date}&types=exercise&fields[]=source`;
  const options = { host: 'diary', token, headers: owner.diaryHeaders } as const;
  const { body, text } = await callHandler<{ items: ListedEntry[] }>(
    'GET',
    path,
    options,
  );
  expect(body.items, text).toHaveLength(1);
  return body.items;
}

describe('the words that a provider requires', () => {
  it('are with its workout on all pages, and in the interface', async () => {
    const start_time = new Date().toISOString();
    const date = start_time.slice(0, 10);
    await importRun('strava', { start_time, attribution: words });
    const [entry] = await listDay(date);
    expect(entry?.source.attribution).toBe(words);
    const pages = ['', `data/day/?date=${date}`, `data/entry/?id=${entry?.id}`];
    for (const page of pages) {
      const { text } = await owner.browser.open(`${account}/${page}`);
      expect(text, page).toContain(`<p class="muted">${words}</p>`);
    }
  });

  it('are in the form of an entry that hides the workout', async () => {
    await importRun('polar', {});
    await importRun('strava', { attribution: words });
    const [entry] = await listDay('2026-11-20');
    const form = `${account}/data/entry/?id=${entry?.id}`;
    expect((await owner.browser.open(form)).text).toContain(words);
  });
});

import { beforeEach, describe, expect, inject, it } from 'vitest';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { call } from '#kit/call.ts';
import { type DiaryItem, type DiaryUser, getDiaryError, openDiary } from '#kit/diary.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { importFiles, newFile } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const day = '2026-11-20';
const dayPage = `${urls.auth}/v7.1/oauth2/account/data/day/?date=${day}`;

let person: TestPerson;
let diary: DiaryUser;

beforeEach(async () => {
  person = await newPerson();
  diary = openDiary(await issueUserToken(person));
  for (const [minute, type] of ['polar', 'strava'].entries()) {
    await addConnection(person.user_id, type);
    const readAt = new Date(Date.UTC(2026, 10, 21, 0, minute));
    await importWorkout(person.user_id, type, importedRun, { readAt });
  }
});

/** Returns the sum of the energy of the day's exercise. */
async function getEnergyOut(): Promise<number> {
  const path = `/v2/diary/summary?from=${day}&to=${day}`;
  const { body } = await call<{ items: { energy_out: { value: number } }[] }>(
    'GET',
    path,
    {
      host: 'diary',
      token: diary.token,
    },
  );
  return body.items[0]?.energy_out.value ?? 0;
}

interface Workout {
  remote_connection_type: string;
  remote_id: string;
}

interface Source {
  origin: string;
  remote_connection_type: string;
  remote_id: string;
  duplicates: (Workout & { id: string; matched_by: string })[];
  separated_from: Workout[];
  joined_with: Workout[];
}

const getSource = (entry: DiaryItem | undefined) => entry?.source as Source;

async function listSources(): Promise<Source[]> {
  const entries = await diary.listDay(day);
  return entries.map(getSource);
}

describe('on the page of a day, a person', () => {
  let browser: TestBrowser;

  beforeEach(async () => {
    browser = newTestBrowser(call, urls.auth);
    await browser.signIn(person);
  });

  /** Submits the form of the current page with these values. */
  async function submit(action: string, changes: Record<string, string> = {}) {
    const { text } = await browser.reopen();
    const find = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
    const fields = { date: day, entry: find('entry'), workout: find('workout'), action };
    return browser.submit({ ...fields, ...changes });
  }

  it('separates two workouts of their own day, which stay separated, and merges them again', async () => {
    const merged = await browser.open(dayPage);
    expect(merged.text).toContain('These are two workouts: Strava');
    expect(await getEnergyOut()).toBe(300);

    // An unknown workout, or the entry of another person, changes nothing.
    await submit('separate', { workout: 'garmin 5' });
    const stranger = newTestBrowser(call, urls.auth);
    await stranger.signIn(await newPerson());
    const [entry] = await diary.listDay(day);
    await stranger.open(dayPage);
    const foreign = { date: day, entry: entry?.id ?? '', workout: 'strava 1' };
    await stranger.submit({ ...foreign, action: 'separate' });
    expect(await getEnergyOut()).toBe(300);

    await browser.open(dayPage);
    const separated = await submit('separate');
    expect(separated.text).toContain('Both workouts are shown and counted.');
    expect(separated.text).toContain('Imported from Polar');
    expect(separated.text).toContain('Imported from Strava');
    expect(await getEnergyOut()).toBe(600);

    const later = new Date('2026-11-22T00:00:00Z');
    const changed = { ...importedRun, energy: 310 };
    await importWorkout(person.user_id, 'strava', changed, { readAt: later });
    expect(await getEnergyOut()).toBe(610);

    const mergedAgain = await submit('merge');
    expect(mergedAgain.text).toContain('If both are the same workout');
    expect(await getEnergyOut()).toBe(300);
  });

  it('joins two workouts of adjacent days, and takes it back', async () => {
    const evening = {
      ...importedRun,
      remote_id: '2',
      start_time: '2026-11-21T01:00:00Z',
    };
    await importWorkout(person.user_id, 'strava', evening);
    const two = await browser.open(dayPage);
    expect(two.text).toContain('Same workout as …');
    expect(two.text).toContain('Nov 21, 1:00 AM (UTC)');
    const joined = await submit('join', { workout: 'strava 2' });
    expect(joined.text).toContain('Only one of the two workouts is shown and counted.');
    expect(joined.text).toContain('you joined them');
    expect(joined.text).not.toContain('Same workout as …');
    expect(await diary.listDay('2026-11-21')).toHaveLength(0);
    expect(await getEnergyOut()).toBe(300);

    await submit('separate', { workout: 'strava 2' });
    expect(await diary.listDay('2026-11-21')).toHaveLength(1);
  });

  it('can join no workout with one of another week', async () => {
    const other = { ...importedRun, remote_id: '2', start_time: '2026-11-27T17:00:00Z' };
    await importWorkout(person.user_id, 'strava', other);
    const { text } = await browser.open(dayPage);
    expect(text).not.toContain('Same workout as …');
    await submit('join', { workout: 'strava 2' });
    expect(await diary.listDay('2026-11-27')).toHaveLength(1);
  });

  it('is told that a day without room cannot merge two workouts', async () => {
    await browser.open(dayPage);
    await submit('separate');
    const key = dayKeys.diaryDay(person.user_id, day);
    const fill = (bytes: number) => {
      const ballast = 'x'.repeat(bytes);
      return table().update(key, { set: { ballast } }, exists);
    };
    // The list of the hidden workout takes more than what is left of 400 KB.
    let bytes = 409_600;
    while (!(await fill(bytes).catch(() => undefined))) bytes -= 100;

    const refused = await submit('merge');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('400 KB');
    expect(await getEnergyOut()).toBe(600);
  });
});

describe('an application', () => {
  it('separates the workouts that `duplicates` lists, merges them again, and sees the hidden one after removing the shown one', async () => {
    const [entry] = await diary.listDay(day);
    const { duplicates } = getSource(entry);
    const separation = { source: { separated_from: duplicates } };
    const { status, body } = await diary.change(entry?.id ?? '', separation);
    expect(status).toBe(200);
    expect(getSource(body)).toMatchObject({
      duplicates: [],
      separated_from: [{ remote_connection_type: 'strava', remote_id: '1' }],
    });
    expect((await listSources()).map((source) => source.separated_from)).toEqual([
      [{ remote_connection_type: 'strava', remote_id: '1' }],
      [{ remote_connection_type: 'polar', remote_id: '1' }],
    ]);

    await diary.change(entry?.id ?? '', { source: { separated_from: [] } });
    expect(await listSources()).toHaveLength(1);

    expect((await diary.remove(entry?.id ?? '')).status).toBe(204);
    expect((await listSources()).map((source) => source.remote_connection_type)).toEqual([
      'strava',
    ]);
  });

  it('separates the file of a workout, which it names by its `file_id`', async () => {
    await importFiles(person.user_id, '1', [newFile('run.fit')]);
    const [entry] = await diary.listDay(day);
    expect(getSource(entry)).toMatchObject({ origin: 'file', file_id: 'run' });
    const polar = { remote_connection_type: 'polar', remote_id: '1' };
    await diary.change(entry?.id ?? '', { source: { separated_from: [polar] } });
    const [shown, other] = await diary.listDay(day);
    const separated = [shown, other].find((each) => getSource(each).origin !== 'file');
    expect(getSource(separated)).toMatchObject({ separated_from: [{ file_id: 'run' }] });

    const source = { joined_with: [{ file_id: 'run' }] };
    const joined = await diary.change(separated?.id ?? '', { source });
    expect(getSource(joined.body)).toMatchObject({ ...source, separated_from: [] });
    expect(await diary.listDay(day)).toHaveLength(1);
  });

  it('joins workouts that the rules leave apart, and takes it back', async () => {
    const evening = {
      ...importedRun,
      remote_id: '2',
      start_time: '2026-11-20T21:00:00Z',
    };
    const readAt = new Date('2026-11-21T00:02:00Z');
    await importWorkout(person.user_id, 'strava', evening, { readAt });
    const [entry, other] = await diary.listDay(day);
    const joined_with = [{ remote_connection_type: 'polar', remote_id: '1' }];
    const joined = await diary.change(other?.id ?? '', { source: { joined_with } });
    expect(getSource(joined.body)).toMatchObject({ joined_with, separated_from: [] });
    const [shown] = await listSources();
    expect(shown?.joined_with).toEqual([
      { remote_connection_type: 'strava', remote_id: '2' },
    ]);
    expect(
      shown?.duplicates.map(({ remote_id, matched_by }) => [remote_id, matched_by]),
    ).toEqual([
      ['1', 'overlap'],
      ['2', 'joined'],
    ]);

    await diary.change(entry?.id ?? '', { source: { joined_with: [] } });
    expect(await listSources()).toHaveLength(2);
  });

  it('is told why a decision about two workouts is rejected', async () => {
    const [entry] = await diary.listDay(day);
    const written = await diary.add({ ...entry, source: undefined });
    const unknown = [{ remote_connection_type: 'garmin', remote_id: '5' }];
    const rejections = [
      await diary.change(entry?.id ?? '', { source: { separated_from: unknown } }),
      await diary.change(entry?.id ?? '', {
        duration: 5,
        source: { separated_from: [] },
      }),
      await diary.change(written.id, { source: { separated_from: [] } }),
      await diary.change(entry?.id ?? '', { source: { joined_with: unknown } }),
      await diary.change(entry?.id ?? '', {
        source: { joined_with: unknown, separated_from: unknown },
      }),
      await diary.change(entry?.id ?? '', { source: {} }),
      await diary.change(entry?.id ?? '', {
        source: { joined_with: [{ remote_id: '1' }] },
      }),
    ];
    const reasons = rejections.map((rejection) => getDiaryError(rejection).error_details);
    expect(rejections.map(({ status }) => status)).toEqual(rejections.map(() => 422));
    expect(reasons).toEqual([
      {
        source: [
          'must have in separated_from only workouts that duplicates or separated_from lists',
        ],
      },
      { source: ['must be the only member of the request'] },
      { source: ['must not be sent for an entry that was not imported'] },
      {
        source: [
          'must have in joined_with only other imported workouts of the same or adjacent days',
        ],
      },
      { source: ['must not have the same workout in separated_from and joined_with'] },
      { source: ['must have separated_from or joined_with'] },
      {
        'source.joined_with.0': [
          'must have remote_connection_type and remote_id, or file_id',
        ],
      },
    ]);
  });
});

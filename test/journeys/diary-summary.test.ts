import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { type DiaryUser, getDiaryError, newDiary, porridge, run } from '#kit/diary.ts';

const { date } = run;

describe('the summary of days', () => {
  let mine: DiaryUser;

  const summarize = (query: string) =>
    call<{ items: unknown[] }>('GET', `/v2/diary/summary?${query}`, {
      host: 'diary',
      token: mine.token,
    });

  beforeAll(async () => {
    mine = await newDiary();
    const food = { energy: { unit: 'kilojoules', value: 418.4 }, iron: 0.1 };
    await mine.post([run, { ...run, distance: 1000.1 }, { ...run, distance: 0.2 }]);
    await mine.post([porridge, { ...porridge, nutritional_contents: food }]);
    await mine.post([{ ...run, energy: { unit: 'kilojoules', value: 1 } }]);
  });

  it('adds up energy, exercise and every known nutrient of a day', async () => {
    const { status, body } = await summarize(`from=${date}&to=${date}`);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        date,
        energy_in: { unit: 'calories', value: 500 },
        // Three runs of 254.5 calories, and one kilojoule.
        energy_out: { unit: 'calories', value: 763.739005736 },
        energy_unknown: 0,
        duration: 4 * run.duration,
        distance: 1000.3,
        nutrients: { protein: 10.2, fat: 6, iron: 0.2 },
      },
    ]);
  });

  it('counts an entry on the day on which it is shown, wherever it is stored', async () => {
    await mine.post([
      { ...run, date: '2026-08-01' },
      { ...run, date: '2026-08-03' },
      { ...run, date: '2026-08-20' },
    ]);
    const moved = await mine.add({ ...porridge, date: '2026-08-02' });
    await mine.change(moved.id, { date: '2026-08-19' });

    const { body } = await summarize('from=2026-08-02&to=2026-08-19');
    expect(body.items).toMatchObject([
      { date: '2026-08-03', energy_in: null, duration: run.duration, distance: null },
      { date: '2026-08-19', energy_out: null, duration: 0, nutrients: { fat: 6 } },
    ]);
    const before = await summarize('from=2026-08-01&to=2026-08-02');
    expect(before.body.items).toMatchObject([{ date: '2026-08-01' }]);
  });

  it('is empty for days without entries, and for another person', async () => {
    const other = await newDiary();
    const query = `/summary?from=${date}&to=${date}`;
    expect((await other.get(query)).body).toEqual({ items: [] });
    expect((await mine.get('/summary?from=2020-01-01&to=2020-04-01')).body.items).toEqual(
      [],
    );
  });

  it('sums up weeks and months, and only an activity with all below it', async () => {
    const own = await newDiary();
    const [ride, roadRide, trailRun] = ['51', '52', '7'].map((id, index) => ({
      ...run,
      date: `2026-03-0${index + 1}`,
      exercise: { id },
      distance: 1000,
    }));
    await own.post([ride, roadRide, trailRun, { ...porridge, date: '2026-03-02' }]);
    const path = '/summary?from=2026-02-25&to=2026-03-02&by=week';
    const { body } = await own.get(path);
    expect(body.items).toMatchObject([
      { date: '2026-02-25', last_date: '2026-03-01', is_partial: true, distance: 1000 },
      { date: '2026-03-02', last_date: '2026-03-02', is_partial: true, duration: 1800 },
    ]);
    const month = await own.get(
      '/summary?from=2026-03-01&to=2027-06-30&by=month&exercise=51',
    );
    const href =
      '/v2/diary/summary?from=2026-03-01&to=2027-06-30&by=month&week_start=monday&exercise=51';
    expect(month.body).toEqual({
      items: [
        {
          date: '2026-03-01',
          last_date: '2026-03-31',
          is_partial: false,
          energy_in: null,
          energy_out: { unit: 'calories', value: 509 },
          energy_unknown: 0,
          duration: 3600,
          distance: 2000,
          nutrients: {},
        },
      ],
      _links: {
        self: [{ href }],
        next: [{ href: href.replace('2026-03-01', '2027-03-01') }],
      },
    });
  });

  it.each([
    ['', ['from', 'to']],
    ['from=2026-02-30&to=x', ['from', 'to']],
    ['from=2026-02-02&to=2026-02-01', ['to']],
    ['from=2026-01-01&to=2026-04-03', ['to']],
    ['from=2026-01-01&from=2026-01-01&to=2026-01-02', ['from']],
    ['from=2026-01-01&to=2026-04-03&by=day&exercise=x', ['exercise', 'to']],
    [
      'from=2026-02-02&to=2026-02-01&by=hour&week_start=friday&exercise=0',
      ['by', 'exercise', 'to', 'week_start'],
    ],
  ])('names every problem of the query %j', async (query, names) => {
    const response = await summarize(query);
    expect(response.status).toBe(400);
    expect(JSON.stringify(getDiaryError(response))).toMatch(new RegExp(names.join('.*')));
  });
});

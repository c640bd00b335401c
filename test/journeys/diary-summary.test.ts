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

  it.each([
    ['', ['from', 'to']],
    ['from=2026-02-30&to=x', ['from', 'to']],
    ['from=2026-02-02&to=2026-02-01', ['to']],
    ['from=2026-01-01&to=2026-04-03', ['to']],
    ['from=2026-01-01&from=2026-01-01&to=2026-01-02', ['from']],
  ])('names every problem of the query %j', async (query, names) => {
    const response = await summarize(query);
    expect(response.status).toBe(400);
    expect(JSON.stringify(getDiaryError(response))).toMatch(new RegExp(names.join('.*')));
  });
});

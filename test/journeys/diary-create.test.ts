import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { type DiaryUser, newDiary, porridge, run } from '#kit/diary.ts';

const { date } = run;

let diary: DiaryUser;

beforeAll(async () => {
  diary = await newDiary();
});

describe('creating entries', () => {
  it('returns ids, and null for absent members', async () => {
    const { status, headers, body } = await diary.post([run]);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const [entry] = body.items;
    expect(headers.get('location')).toBe(`/v2/diary/${entry?.id}`);
    expect(body).toEqual({
      items: [
        {
          ...run,
          id: expect.stringMatching(/^[0-9a-z]+$/),
          start_time: '2026-11-20T17:00:00Z',
          start_offset: '-08:00',
          energy_source: 'stated',
          avg_heart_rate: null,
          max_heart_rate: null,
          distance: null,
          max_speed: null,
          elevation_change: null,
          source: { origin: 'application' },
        },
      ],
    });
  });

  it('stores the nearest integer of heart rates, and an energy that is unknown', async () => {
    const sent = {
      ...run,
      energy: { unit: 'calories', value: 0 },
      energy_source: 'unknown',
      avg_heart_rate: 140.5,
      max_heart_rate: 160.2,
    };
    const { body } = await (await newDiary()).post([sent]);
    expect(body.items).toMatchObject([
      { energy_source: 'unknown', avg_heart_rate: 141, max_heart_rate: 160 },
    ]);
  });

  it('returns what a later GET of Location returns, and a list with all fields', async () => {
    const mine = await newDiary();
    const posted = await mine.post([
      porridge,
      { ...run, distance: 5012.5, avg_heart_rate: 140 },
    ]);
    const [first, second] = posted.body.items;
    expect((await mine.listDay(date)).slice(1)).toEqual([first, second]);
    const location = posted.headers.get('location') ?? '';
    expect(
      (await call('GET', location, { host: 'diary', token: mine.token })).body,
    ).toEqual(first);
  });

  it('accepts an exercise id as a string or a number, and returns a string', async () => {
    const { exercise } = await diary.add({ ...run, exercise: { id: 134026256871277 } });
    expect(exercise).toEqual({ id: '134026256871277' });
  });

  const startTimes = [
    ['2026-11-20T09:00:00-08:00', '2026-11-20T17:00:00Z', '-08:00'],
    ['2026-11-20T23:30:00+0530', '2026-11-20T18:00:00Z', '+05:30'],
    ['2026-11-21T00:30:00+14:00', '2026-11-20T10:30:00Z', '+14:00'],
    ['2026-11-20T00:15:00.250-09:30', '2026-11-20T09:45:00.250Z', '-09:30'],
    ['2026-11-20t17:00:00z', '2026-11-20T17:00:00Z', undefined],
    ['2026-11-20T09:00-08', '2026-11-20T17:00:00Z', '-08:00'],
    ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59Z', '+00:00'],
    ['2200-01-01T00:59:59+01:00', '2199-12-31T23:59:59Z', '+01:00'],
  ];

  it('returns start times in UTC with their offset, and does not change the date', async () => {
    const { body } = await diary.post(
      startTimes.map(([start_time]) => ({ ...run, start_time })),
    );
    const starts = body.items.map(({ start_time, start_offset }) => [
      start_time,
      start_offset,
    ]);
    expect(starts).toEqual(startTimes.map(([, ...start]) => start));
    expect(body.items.map((item) => item.date)).toEqual(startTimes.map(() => date));
  });

  it('accepts the start as it returns it', async () => {
    const sent = startTimes.map(([, start_time, start_offset]) => ({
      ...run,
      start_time,
      ...(start_offset && { start_offset }),
    }));
    const { body } = await diary.post(sent);
    const starts = body.items.map(({ start_time, start_offset }) => [
      start_time,
      start_offset,
    ]);
    expect(starts).toEqual(startTimes.map(([, ...start]) => start));
  });

  it('normalizes the names of meals and food', async () => {
    const mine = await newDiary();
    for (const diary_meal of ['Caf\u00e9', 'Cafe\u0301', ' Caf\u00e9\n'])
      await mine.add({ ...porridge, diary_meal, food: { name: ` ${diary_meal}` } });
    const [meal, ...entries] = await mine.listDay(date);
    expect(meal).toMatchObject({
      diary_meal: 'Caf\u00e9',
      nutritional_contents: { protein: 30.6 },
    });
    expect(entries.map(({ food }) => food)).toEqual(
      Array(3).fill({ name: 'Caf\u00e9', brand: null }),
    );
  });

  it('stores a food entry as it was sent, including a quick add', async () => {
    const { food: _, servings: __, ...quickAdd } = porridge;
    const { body } = await diary.post([
      porridge,
      { ...quickAdd, nutritional_contents: {} },
      {
        ...porridge,
        food: { name: 'Tea' },
        nutritional_contents: { protein: 0, fat: null },
      },
    ]);
    expect(body.items).toMatchObject([
      porridge,
      { food: null, servings: 1, nutritional_contents: {} },
      { food: { name: 'Tea', brand: null } },
    ]);
    expect(body.items[2]?.nutritional_contents).toEqual({ protein: 0 });
  });

  it('ignores unknown members and does not store them', async () => {
    const mine = await newDiary();
    const { body } = await mine.post([
      {
        ...run,
        id: 'mine',
        moves: 7,
        user_id: 'other',
        energy: { ...run.energy, of: 'x' },
      },
    ]);
    expect(await mine.listDay(date)).toEqual(body.items);
    expect(body.items[0]).not.toHaveProperty('moves');
    expect(body.items[0]?.id).not.toBe('mine');
    expect(body.items[0]?.energy).toEqual(run.energy);
  });

  it('creates unguessable ids that sort in the order written', async () => {
    const first = await diary.post([run, run]);
    const second = await diary.post([run]);
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    // The random part is the same for all entries of a POST.
    expect(new Set(ids.map((id) => id.slice(10, 36))).size).toBe(2);
  });

  it('stores every POST without a key', async () => {
    const mine = await newDiary();
    await mine.post([run]);
    await mine.post([run]);
    expect(await mine.listDay(date)).toHaveLength(2);
  });

  it('stores all entries or none', async () => {
    const mine = await newDiary();
    const rejected = await mine.post([run, { ...run, duration: 0 }]);
    expect(rejected.status).toBe(422);
    expect(await mine.listDay(date)).toEqual([]);
  });
});

describe('a POST for several days', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];

  it('stores each entry on its day, with ids of one batch', async () => {
    const mine = await newDiary();
    const { body, status } = await mine.post(
      days.flatMap((day) => [
        { ...run, date: day },
        { ...porridge, date: day },
      ]),
    );
    expect(status).toBe(201);
    for (const day of days) {
      const entries = (await mine.listDay(day)).filter(
        ({ type }) => type !== 'diary_meal',
      );
      const posted = body.items.filter((item) => item.date === day);
      expect(entries).toEqual(posted);
    }
  });

  it('has entries that can be changed, moved and deleted on any day', async () => {
    const mine = await newDiary();
    const [first, second, third] = (
      await mine.post(days.map((day) => ({ ...run, date: day })))
    ).body.items;
    await mine.change(third?.id ?? '', { duration: 60 });
    await mine.change(second?.id ?? '', { date: days[2] });
    expect((await mine.listDay(days[2] ?? '')).map(({ id }) => id)).toEqual([
      second?.id,
      third?.id,
    ]);
    await mine.remove(second?.id ?? '');
    expect(await mine.listDay(days[2] ?? '')).toEqual([{ ...third, duration: 60 }]);
    await mine.remove(first?.id ?? '');
    expect(await mine.listDay(days[0] ?? '')).toEqual([]);
    expect((await mine.remove(second?.id ?? '')).status).toBe(404);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type DiaryUser, getDiaryError, newDiary, porridge, run } from '#kit/diary.ts';

const { date } = run;

describe('reading a day', () => {
  let mine: DiaryUser;

  beforeAll(async () => {
    mine = await newDiary();
    await mine.post([{ ...porridge, diary_meal: 'Lunch', servings: 1 }]);
    await mine.post([run, porridge]);
    await mine.post([
      { ...porridge, diary_meal: 'Lunch', servings: 3, food: { name: 'Soup' } },
    ]);
  });

  it('sums food entries times servings by meal, in the order first logged', async () => {
    expect(await mine.listDay(date, '&types=diary_meal')).toEqual([
      {
        type: 'diary_meal',
        date,
        diary_meal: 'Lunch',
        nutritional_contents: {
          energy: { unit: 'calories', value: 600 },
          protein: 20.4,
          fat: 12,
        },
      },
      {
        type: 'diary_meal',
        date,
        diary_meal: 'Breakfast',
        nutritional_contents: {
          energy: { unit: 'calories', value: 300 },
          protein: 10.2,
          fat: 6,
        },
      },
    ]);
  });

  it('lists meals first, then entries in the order written', async () => {
    const types = (await mine.listDay(date)).map(({ type }) => type);
    expect(types).toEqual([
      'diary_meal',
      'diary_meal',
      'food_entry',
      'exercise',
      'food_entry',
      'food_entry',
    ]);
  });

  it.each([
    ['types[0]=exercise&types%5B1%5D=diary_meal', ['diary_meal', 'exercise']],
    ['types[][0]=exercise&types[][1]=diary_meal', ['diary_meal', 'exercise']],
    ['types=food_entry', ['food_entry']],
    ['', ['diary_meal', 'exercise']],
  ])('returns the types that %s selects', async (query, types) => {
    const items = await mine.listDay(date, `&${query}`);
    expect([...new Set(items.map(({ type }) => type))]).toEqual(types);
  });

  const optionalMembers = ['exercise', 'energy', 'nutritional_contents', 'food'];

  it.each([
    ['', []],
    ['&fields%5B0%5D=food&fields%5B1%5D=energy', ['energy', 'food']],
    ['&fields[]=all', optionalMembers],
  ])('includes only the members that %s selects', async (query, included) => {
    const types = 'diary_meal,exercise,food_entry';
    const { body } = await mine.get(`?entry_date=${date}&types=${types}${query}`);
    const found = new Set(body.items.flatMap((item) => Object.keys(item)));
    expect(optionalMembers.filter((member) => found.has(member))).toEqual(included);
  });

  it('defaults to today in UTC', async () => {
    const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);
    const now = Date.now();
    const dates = [toDate(now), toDate(now + 86_400_000)];
    await mine.post(dates.map((date) => ({ ...run, date })));
    const { body } = await mine.get('');
    const isNextDay = toDate(Date.now()) !== dates[0];
    const expected = isNextDay ? dates : dates.slice(0, 1);
    expect(body.items).toHaveLength(1);
    expect(expected).toContain(body.items[0]?.date);
  });

  it('returns an empty list for an empty day, and ignores unknown parameters', async () => {
    expect((await mine.get('?entry_date=1999-12-31&limit=x&_=1')).body).toEqual({
      items: [],
    });
  });

  it.each([
    ['entry_date=2026-02-30', 'failed-validation', 'entry_date'],
    ['fields[3]=energy,colour', 'failed-validation', 'fields[]'],
    ['types[1]=water', 'unsupported-diary-type', 'types[]'],
  ])('rejects %s with 400 and a reason', async (query, error, field) => {
    const response = await mine.get(`?${query}`);
    expect(response.status).toBe(400);
    expect(getDiaryError(response)).toMatchObject({
      error,
      error_details: { [field]: [expect.any(String)] },
    });
  });

  it('reports every unknown type together with all other problems', async () => {
    const response = await mine.get(
      '?types=exercise,water,sleep&entry_date=x&fields[]=y',
    );
    expect(Object.keys(getDiaryError(response).error_details ?? {}).sort()).toEqual([
      'entry_date',
      'fields[]',
      'types',
    ]);
    expect(getDiaryError(response).error_details?.types).toEqual([
      'Unrecognized diary entry type(s): water, sleep',
    ]);
    expect(getDiaryError(response).error_description).toBe(
      'Unrecognized diary entry type(s): water, sleep',
    );
  });
});

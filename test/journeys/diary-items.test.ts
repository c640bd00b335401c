import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { type DiaryUser, getDiaryError, newDiary, porridge, run } from '#kit/diary.ts';

let diary: DiaryUser;

beforeAll(async () => {
  diary = await newDiary();
});

const buildFoodEntry = (nutrients: object) => ({
  ...porridge,
  nutritional_contents: nutrients,
});
const buildExercise = (unit: unknown, value: unknown) => ({
  ...run,
  energy: { unit, value },
});
const omit = (item: Record<string, unknown>, member: string) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== member));

/** Items with one problem each: the item, the field and the message. */
const invalidItems: [item: unknown, field: string, message: string | RegExp][] = [
  [
    { ...run, date: '2026-02-29' },
    'date',
    'must be a valid date in the format YYYY-MM-DD',
  ],
  [{ ...run, date: '2026-1-2' }, 'date', 'must be a valid date in the format YYYY-MM-DD'],
  [
    { ...run, date: '2026-11-20T10:00:00Z' },
    'date',
    'must be a valid date in the format YYYY-MM-DD',
  ],
  [
    { ...run, date: ' 2026-11-20' },
    'date',
    'must be a valid date in the format YYYY-MM-DD',
  ],
  [
    { ...run, date: '2026-11-20\n' },
    'date',
    'must be a valid date in the format YYYY-MM-DD',
  ],
  [{ ...run, date: '1899-12-31' }, 'date', 'must be from 1900-01-01 to 2199-12-31'],
  [{ ...run, date: '2200-01-01' }, 'date', 'must be from 1900-01-01 to 2199-12-31'],
  [{ ...run, date: 20261120 }, 'date', 'must be a string'],
  [{ ...run, date: null }, 'date', 'must be a string'],
  [omit(run, 'date'), 'date', 'is required'],
  ...[
    '2026-11-20T09:00:00',
    '2026-11-20',
    '2026-11-20T09:00:00+25:00',
    '2026-11-20T09+01:60',
    '2026-11-20T09Z',
  ].map((time): [unknown, string, RegExp] => [
    { ...run, start_time: time },
    'start_time',
    /with an offset/,
  ]),
  ...['2026-11-20T24:00:00Z', '2026-02-30T09:00:00Z', '20261120T090000Z', 'x', ''].map(
    (time): [unknown, string, RegExp] => [
      { ...run, start_time: time },
      'start_time',
      /with an offset/,
    ],
  ),
  ...[
    '1899-12-31T09:00:00Z',
    '1900-01-01T00:30:00+01:00',
    '2199-12-31T23:30:00-01:00',
  ].map((time): [unknown, string, string] => [
    { ...run, start_time: time },
    'start_time',
    'must be from 1900-01-01 to 2199-12-31 in UTC',
  ]),
  [{ ...run, start_time: 1763600400 }, 'start_time', 'must be a string'],
  ...['-8:00', '-0800', '+24:00', 'Z', ''].map(
    (start_offset): [unknown, string, RegExp] => [
      { ...run, start_offset },
      'start_offset',
      /must be an offset/,
    ],
  ),
  [omit(run, 'exercise'), 'exercise', 'is required'],
  [{ ...run, exercise: {} }, 'exercise.id', 'is required'],
  [{ ...run, exercise: { id: null } }, 'exercise.id', 'must be a string or an integer'],
  [{ ...run, exercise: { id: 1.5 } }, 'exercise.id', 'must be a string or an integer'],
  [{ ...run, exercise: { id: '' } }, 'exercise.id', 'must have at least 1 character'],
  [{ ...run, exercise: { id: '\u00a0 ' } }, 'exercise.id', 'must not be blank'],
  [
    { ...run, exercise: { id: 'x'.repeat(101) } },
    'exercise.id',
    'must have at most 100 characters',
  ],
  [{ ...run, exercise: { id: 2 ** 53 } }, 'exercise.id', /as a string/],
  [{ ...run, exercise: '134026256871277' }, 'exercise', 'must be an object'],
  [omit(run, 'duration'), 'duration', 'is required'],
  [{ ...run, duration: 0 }, 'duration', 'must be at least 1'],
  [{ ...run, duration: -1800 }, 'duration', 'must be at least 1'],
  [{ ...run, duration: 604_801 }, 'duration', 'must be at most 604800'],
  [{ ...run, duration: 1e300 }, 'duration', 'must be at most 604800'],
  [{ ...run, duration: 1.5 }, 'duration', 'must be an integer'],
  [{ ...run, duration: '1800' }, 'duration', 'must be an integer'],
  [{ ...run, avg_heart_rate: 19 }, 'avg_heart_rate', 'must be at least 20'],
  [{ ...run, max_heart_rate: 301 }, 'max_heart_rate', 'must be at most 300'],
  [
    { ...run, avg_heart_rate: 150, max_heart_rate: 149 },
    'max_heart_rate',
    'must be at least avg_heart_rate',
  ],
  [{ ...run, distance: -0.1 }, 'distance', 'must be at least 0'],
  [{ ...run, distance: 10_000_000.1 }, 'distance', 'must be at most 10000000'],
  [{ ...run, max_speed: 1001 }, 'max_speed', 'must be at most 1000'],
  [{ ...run, elevation_change: -20_001 }, 'elevation_change', 'must be at least -20000'],
  [{ ...run, distance: true }, 'distance', 'must be a number'],
  [omit(run, 'energy'), 'energy', 'is required'],
  [buildExercise('kcal', 1), 'energy.unit', 'must be one of calories, kilojoules'],
  [buildExercise(undefined, 1), 'energy.unit', 'is required'],
  [buildExercise(null, 1), 'energy.unit', 'must be one of calories, kilojoules'],
  [buildExercise('calories', undefined), 'energy.value', 'is required'],
  [buildExercise('calories', -1), 'energy.value', 'must be at least 0'],
  [buildExercise('calories', 100_000.5), 'energy.value', 'must be at most 100000'],
  [buildExercise('kilojoules', '1'), 'energy.value', 'must be a number'],
  [buildExercise('calories', 5e-324), 'energy.value', /at most 20 decimal places/],
  [{ ...run, energy: 254.5 }, 'energy', 'must be an object'],
  [omit(porridge, 'diary_meal'), 'diary_meal', 'is required'],
  [{ ...porridge, diary_meal: '' }, 'diary_meal', 'must have at least 1 character'],
  [{ ...porridge, diary_meal: ' \t' }, 'diary_meal', 'must have at least 1 character'],
  [
    { ...porridge, diary_meal: 'x'.repeat(51) },
    'diary_meal',
    'must have at most 50 characters',
  ],
  [
    { ...porridge, diary_meal: 'a\u0000b' },
    'diary_meal',
    'must not contain control characters',
  ],
  [{ ...porridge, diary_meal: '\ud83c' }, 'diary_meal', 'must be well-formed Unicode'],
  [{ ...porridge, food: {} }, 'food.name', 'is required'],
  [{ ...porridge, food: { name: ' ' } }, 'food.name', 'must have at least 1 character'],
  [
    { ...porridge, food: { name: 'x'.repeat(256) } },
    'food.name',
    'must have at most 255 characters',
  ],
  [{ ...porridge, food: { name: 'x', brand: 7 } }, 'food.brand', 'must be a string'],
  [{ ...porridge, food: 'Porridge' }, 'food', 'must be an object'],
  [{ ...porridge, servings: 0 }, 'servings', 'must be at least 0.001'],
  [{ ...porridge, servings: 10_001 }, 'servings', 'must be at most 10000'],
  [{ ...porridge, servings: null }, 'servings', 'must be a number'],
  [omit(porridge, 'nutritional_contents'), 'nutritional_contents', 'is required'],
  [buildFoodEntry({ protein: -1 }), 'nutritional_contents.protein', 'must be at least 0'],
  [
    buildFoodEntry({ protein: 10_001 }),
    'nutritional_contents.protein',
    'must be at most 10000',
  ],
  [
    buildFoodEntry({ sodium: 1_000_001 }),
    'nutritional_contents.sodium',
    'must be at most 1000000',
  ],
  [
    buildFoodEntry({ iron: 100_001 }),
    'nutritional_contents.iron',
    'must be at most 100000',
  ],
  [buildFoodEntry({ fat: '3' }), 'nutritional_contents.fat', 'must be a number'],
  [buildFoodEntry({ energy: 150 }), 'nutritional_contents.energy', 'must be an object'],
  [
    buildFoodEntry({ energy: { value: 3 } }),
    'nutritional_contents.energy.unit',
    'is required',
  ],
  [omit(run, 'type'), 'type', 'is required'],
  ['run', '__all__', 'must be an object'],
  [null, '__all__', 'must be an object'],
  [[], '__all__', /./],
];

describe('invalid items', () => {
  it('are all reported at once, by index and field, with what they must be', async () => {
    for (let start = 0; start < invalidItems.length; start += 50) {
      const rows = invalidItems.slice(start, start + 50);
      const response = await diary.post(rows.map(([item]) => item));
      expect(response.status).toBe(422);
      expect(getDiaryError(response).error).toBe('failed-validation');
      expect(getDiaryError(response).error_description.length).toBeLessThan(1000);
      const details = getDiaryError(response).error_details?.items ?? [];
      for (const [index, [item, field, message]] of rows.entries()) {
        const text = JSON.stringify(item);
        expect(details[index], text).toEqual({
          index,
          [field]: [expect.stringMatching(message)],
        });
      }
    }
  });

  it('are reported with every problem of each', async () => {
    const response = await diary.post([
      run,
      { ...run, duration: -0.5, date: 'x', avg_heart_rate: 1000.5 },
      porridge,
      { ...porridge, servings: -1, nutritional_contents: { iron: -1, fat: -1 } },
    ]);
    expect(getDiaryError(response).error_details).toEqual({
      items: [
        {
          index: 1,
          duration: ['must be an integer', 'must be at least 1'],
          date: [expect.any(String)],
          avg_heart_rate: ['must be at most 300'],
        },
        {
          index: 3,
          servings: ['must be at least 0.001'],
          'nutritional_contents.fat': ['must be at least 0'],
          'nutritional_contents.iron': ['must be at least 0'],
        },
      ],
    });
  });

  it.each(['diary_meal', 'water', '', 7, {}])(
    'of the unsupported type %j have an error code of their own',
    async (type) => {
      const response = await diary.post([run, { ...run, type }, { ...run, duration: 0 }]);
      expect(response.status).toBe(400);
      expect(getDiaryError(response)).toMatchObject({
        error: 'unsupported-diary-type',
        error_details: {
          items: [
            { index: 1, type: ['must be one of exercise, food_entry'] },
            { index: 2, duration: ['must be at least 1'] },
          ],
        },
      });
    },
  );

  it.each([
    [{}, 'is required'],
    [{ items: null }, 'must be an array'],
    [{ items: run }, 'must be an array'],
    [{ items: [] }, 'must have at least 1 item'],
    [{ items: Array(51).fill(run) }, 'must have at most 50 items'],
  ])('are reported as one problem if the list is invalid: %#', async (json, message) => {
    const response = await call('POST', '/v2/diary', {
      host: 'diary',
      token: diary.token,
      json,
    });
    expect(response.status).toBe(422);
    expect(getDiaryError(response).error_details).toEqual({
      items: [{ __all__: [message] }],
    });
  });

  it('are reported even if there are too many of them, up to the limit', async () => {
    const invalidRun = { ...run, duration: 0 };
    const items = [
      invalidRun,
      ...Array(49).fill(run),
      invalidRun,
      ...Array(949).fill(invalidRun),
    ];
    expect(getDiaryError(await diary.post(items)).error_details?.items).toEqual([
      { index: 0, duration: ['must be at least 1'] },
      { index: 50, duration: ['must be at least 1'] },
      { __all__: ['must have at most 50 items'] },
    ]);
  });

  it('store nothing, and are accepted once corrected', async () => {
    const mine = await newDiary();
    const [[item] = []] = invalidItems;
    await mine.post([run, item]);
    expect(await mine.listDay(run.date)).toEqual([]);
    expect((await mine.post([run, porridge])).status).toBe(201);
  });
});

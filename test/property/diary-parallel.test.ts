import { expect, it } from 'vitest';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { newDiary, porridge, run } from '#kit/diary.ts';
import { table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';

const runConcurrently = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
const { date } = run;

it('stores one batch for concurrent POSTs with one key, with the same response', async () => {
  const mine = await newDiary();
  const items = [run, { ...porridge, date: '2026-11-21' }];
  const responses = await runConcurrently(8, () =>
    mine.post(items, { 'Idempotency-Key': 'same' }),
  );
  expect(
    new Set(
      responses.map(
        ({ status, text, headers }) => `${status} ${headers.get('location')} ${text}`,
      ),
    ).size,
  ).toBe(1);
  expect(responses[0]?.status).toBe(201);
  expect(await mine.listDay(date)).toHaveLength(1);
  expect(await mine.listDay('2026-11-21')).toHaveLength(2);
});

it('accepts one of several bodies that use a key at the same time', async () => {
  const mine = await newDiary();
  const responses = await runConcurrently(8, (i) =>
    mine.post([{ ...run, duration: (i % 4) + 1 }], { 'Idempotency-Key': 'same' }),
  );
  const listed = await mine.listDay(date);
  expect(listed).toHaveLength(1);
  const accepted = responses.filter(({ status }) => status === 201);
  expect(accepted).toHaveLength(2);
  expect(accepted.map(({ body }) => body.items)).toEqual(Array(2).fill(listed));
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(6);
});

it('stores all of 20 concurrent POSTs with different keys on one day', async () => {
  const mine = await newDiary();
  const responses = await runConcurrently(20, (i) =>
    mine.post([{ ...run, duration: i + 1 }], { 'Idempotency-Key': String(i) }),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const listed = await mine.listDay(date);
  expect(listed.map(({ duration }) => Number(duration)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
});

/** Stores 400 entries on an empty day, so there is room for 100 more. */
const leaveRoomForHundred = (user_id: string, day: string) =>
  occupyDay(user_id, day, 400);

it('stores exactly 500 entries if more are posted concurrently', async () => {
  const mine = await newDiary();
  await leaveRoomForHundred(mine.user_id, date);
  const responses = await runConcurrently(12, () => mine.post(Array(9).fill(run)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(11);
  const last = await runConcurrently(4, () => mine.post([run]));
  expect(last.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(last.filter(({ status }) => status === 422)).toHaveLength(3);
  expect(await mine.listDay(date, '&types=exercise')).toHaveLength(100);
});

it('stores nothing of rejected POSTs on another day', async () => {
  const mine = await newDiary();
  const [, other = ''] = days;
  for (const day of [date, other]) await leaveRoomForHundred(mine.user_id, day);
  const responses = await runConcurrently(12, () =>
    mine.post([...Array(9).fill(run), { ...run, date: other }]),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([
    ...Array(11).fill(201),
    422,
  ]);
  expect(await mine.listDay(other, '&types=exercise')).toHaveLength(11);
  const later = [
    ...(await runConcurrently(8, () =>
      mine.post(Array(11).fill({ ...run, date: other })),
    )),
    await mine.post([{ ...run, date: other }]),
  ];
  expect(later.map(({ status }) => status)).toEqual(Array(9).fill(201));
  expect((await mine.post([{ ...run, date: other }])).status).toBe(422);
  expect(await mine.listDay(other, '&types=exercise')).toHaveLength(100);
});

it('loses none of the concurrent changes of one batch', async () => {
  const mine = await newDiary();
  const { items } = (await mine.post(Array(10).fill(run))).body;
  const responses = await runConcurrently(10, (i) =>
    mine.change(items[i]?.id ?? '', { duration: i + 1 }),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await mine.listDay(date)).map(({ duration }) => duration)).toEqual(
    Array.from({ length: 10 }, (_, i) => i + 1),
  );
});

it('loses none of the concurrent changes of different members of one entry', async () => {
  const mine = await newDiary();
  const [entry] = (await mine.post([{ ...porridge, nutritional_contents: {} }])).body
    .items;
  const nutrients = [
    'protein',
    'fat',
    'saturated_fat',
    'trans_fat',
    'cholesterol',
    'sodium',
    'potassium',
    'fiber',
    'sugar',
    'iron',
  ];
  await runConcurrently(10, (i) =>
    mine.change(entry?.id ?? '', {
      nutritional_contents: { [nutrients[i] ?? '']: i },
    }),
  );
  expect((await mine.read(entry?.id ?? '')).body.nutritional_contents).toEqual(
    Object.fromEntries(nutrients.map((name, i) => [name, i])),
  );
});

it('shows an entry on exactly one day after concurrent moves, and counts it once', async () => {
  const mine = await newDiary();
  const ids = (await mine.post([run, { ...run, date: '2026-11-21' }])).body.items.map(
    ({ id }) => id,
  );
  const moves = await runConcurrently(12, (i) =>
    mine.change(ids[i % 2] ?? '', { date: days[i % 4], duration: i + 1 }),
  );
  expect(moves.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const shown = (await Promise.all(days.map((day) => mine.listDay(day)))).flat();
  expect(shown.map(({ id }) => id).sort()).toEqual([...ids].sort());

  const stored = await table().query<{ own_entries: number }>({
    ...dayKeys.diaryDay(mine.user_id, ''),
    prefix: 'DIARY#',
  });
  expect(stored.reduce((slots, day) => slots + day.own_entries, 0)).toBe(ids.length);
});

it('deletes an entry once if several requests delete and move it concurrently', async () => {
  const mine = await newDiary();
  const [entry] = (await mine.post([run])).body.items;
  const id = entry?.id ?? '';
  const responses = await runConcurrently(8, (i) =>
    i % 2 ? mine.remove(id) : mine.change(id, { date: days[i % 4] }),
  );
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await Promise.all(days.map((day) => mine.listDay(day)))).flat()).toEqual([]);
});

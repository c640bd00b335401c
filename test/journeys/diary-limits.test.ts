import { describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { getDiaryError, newDiary, porridge, run } from '#kit/diary.ts';
import { occupyDay } from '#kit/full-days.ts';

const { date } = run;

/** Stores 498 entries on an empty day, so there is room for 2 more. */
const leaveRoomForTwo = (user_id: string) => occupyDay(user_id, date, 498);

describe('limits', () => {
  it('allow 500 entries a day, and name the full day and the used key', async () => {
    const mine = await newDiary();
    await leaveRoomForTwo(mine.user_id);
    const posted = await mine.post([run, run]);
    expect(posted.status).toBe(201);
    const moved = await mine.add({ ...run, date: '2026-11-21' });
    const rejected = [
      await mine.post([run]),
      await mine.post([{ ...run, date: '2026-11-22' }, run]),
    ];
    for (const [i, response] of rejected.entries()) {
      expect(response.status).toBe(422);
      expect(getDiaryError(response)).toMatchObject({
        error: 'failed-validation',
        error_details: { items: [{ index: i, date: [expect.stringContaining('500')] }] },
      });
    }
    expect((await mine.change(moved.id, { date })).status).toBe(422);
    expect(await mine.listDay('2026-11-22')).toEqual([]);

    const key = { 'Idempotency-Key': 'a' };
    const newKeyMessage = expect.stringContaining('must be a new key');
    expect(getDiaryError(await mine.post([run], key)).error_details).toMatchObject({
      'Idempotency-Key': [newKeyMessage],
    });
    expect(getDiaryError(await mine.post([moved], key)).error).toBe('duplicate-id');

    const [first = '', second = ''] = posted.body.items.map(({ id }) => id);
    // Each deleted or moved entry frees the capacity for exactly one more.
    await mine.remove(first);
    expect((await mine.change(moved.id, { date })).status).toBe(200);
    expect((await mine.post([run])).status).toBe(422);
    await mine.change(second, { date: '2026-11-21' });
    expect((await mine.change(second, { date })).status).toBe(200);
    await mine.change(moved.id, { date: '2026-11-23' });
    expect((await mine.post([run])).status).toBe(201);
    expect((await mine.post([run])).status).toBe(422);
    await mine.change(second, { date: '2026-11-21' });
    expect((await mine.post([run])).status).toBe(201);
    expect((await mine.change(second, { date })).status).toBe(422);
    expect(await mine.listDay(date, '&types=exercise')).toHaveLength(2);
  });

  it('include 256 KB a day, and allow deleting to free capacity', async () => {
    const mine = await newDiary();
    const longEntry = {
      ...porridge,
      food: { name: '\u{1f35c}'.repeat(255), brand: '\u{1f35c}'.repeat(255) },
    };
    /** Posts long entries until the day has no capacity for as many, and returns the rejection. */
    const fillWith = async (count: number) => {
      let response = await mine.post(Array(count).fill(longEntry));
      for (let posts = 1; posts < 11 && response.status === 201; posts++)
        response = await mine.post(Array(count).fill(longEntry));
      expect(response.status).toBe(422);
      return response;
    };
    const rejected = await fillWith(45);
    const message = expect.stringMatching(
      /entries of 2026-11-20 are limited to 256 KB; delete some and try again/,
    );
    expect(getDiaryError(rejected).error).toBe('failed-validation');
    expect(getDiaryError(rejected).error_details?.items).toHaveLength(45);
    expect(getDiaryError(rejected).error_details?.items?.[44]).toEqual({
      index: 44,
      date: [message],
    });

    const [first] = await mine.listDay(date, '&types=food_entry');
    const shortEntry = await mine.add({ ...porridge, food: null });
    for (const count of [16, 4, 1]) await fillWith(count);
    const longMembers = { food: longEntry.food, diary_meal: '\u{1f35c}'.repeat(50) };
    const response = await mine.change(shortEntry.id, longMembers);
    expect(response.status).toBe(422);
    expect(getDiaryError(response).error_details).toEqual({ __all__: [message] });
    expect((await mine.remove(first?.id ?? '')).status).toBe(204);
    expect((await mine.change(shortEntry.id, longMembers)).status).toBe(200);
  });

  it('allow 1 to 50 items', async () => {
    for (const [count, status] of [
      [0, 422],
      [1, 201],
      [50, 201],
      [51, 422],
    ] as const) {
      const response = await (await newDiary()).post(
        Array.from({ length: count }, () => run),
      );
      expect(response.status, String(count)).toBe(status);
    }
  });

  it('allow bodies of 256 KB', async () => {
    const { token } = await newDiary();
    const buildBody = (bytes: number) => {
      const body = JSON.stringify({ items: [run], padding: '' });
      return body.replace(
        '"padding":""',
        `"padding":"${'x'.repeat(bytes - body.length)}"`,
      );
    };
    const headers = { 'Content-Type': 'application/json' };
    const post = (bytes: number) =>
      call('POST', '/v2/diary', {
        host: 'diary',
        token,
        headers,
        body: buildBody(bytes),
      });
    expect((await post(262_144)).status).toBe(201);
    const rejected = await post(262_145);
    expect(rejected.status).toBe(413);
    expect(getDiaryError(rejected).error_description).toContain('262144');
  });
});

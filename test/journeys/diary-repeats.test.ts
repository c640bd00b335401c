import { describe, expect, it } from 'vitest';
import { getDiaryError, newDiary, openDiary, porridge, run } from '#kit/diary.ts';
import { issueUserToken, newClient, newPerson } from '#kit/fixtures.ts';

const { date } = run;

describe('retries with an Idempotency-Key', () => {
  const toHeader = (value: string) => ({ 'Idempotency-Key': value });

  it('return the same status, ids and Location, and store nothing again', async () => {
    const mine = await newDiary();
    const first = await mine.post([run, porridge], toHeader('a'));
    const repeat = await mine.post([run, porridge], toHeader('a'));
    expect(repeat).toMatchObject({ status: 201, body: first.body });
    expect(repeat.headers.get('location')).toBe(first.headers.get('location'));
    // The day has the run, the food entry and its meal.
    expect(await mine.listDay(date)).toHaveLength(3);
  });

  it('compare bodies by their entries, not by their bytes', async () => {
    const mine = await newDiary();
    const first = await mine.post([{ ...porridge, servings: 1 }], toHeader('a'));
    const { servings: _, ...others } = porridge;
    const reordered = Object.fromEntries(
      Object.entries({ ...others, extra: 1 }).reverse(),
    );
    expect((await mine.post([reordered], toHeader('a'))).body).toEqual(first.body);
  });

  it('are rejected with another value, another date or one entry more', async () => {
    const mine = await newDiary();
    await mine.post([run], toHeader('a'));
    const otherBodies = [
      [{ ...run, duration: 1801 }],
      [{ ...run, date: '2026-11-21' }],
      [run, run],
    ];
    for (const items of otherBodies) {
      const response = await mine.post(items, toHeader('a'));
      expect(response.status).toBe(422);
      expect(getDiaryError(response).error).toBe('duplicate-id');
    }
    expect(await mine.listDay(date)).toHaveLength(1);
    expect((await mine.post([run, run], toHeader('b'))).status).toBe(201);
  });

  it('are recognized after entries were changed, moved and deleted', async () => {
    const mine = await newDiary();
    const first = await mine.post(
      [run, { ...run, date: '2026-11-21' }, run],
      toHeader('a'),
    );
    const [changed, deleted, moved] = first.body.items.map(({ id }) => id);
    await mine.change(changed ?? '', { duration: 5 });
    await mine.remove(deleted ?? '');
    await mine.change(moved ?? '', { date: '2026-11-21' });
    expect(
      (await mine.post([run, { ...run, date: '2026-11-21' }, run], toHeader('a'))).body,
    ).toEqual(first.body);
    expect((await mine.listDay(date)).map(({ duration }) => duration)).toEqual([5]);
    expect((await mine.listDay('2026-11-21')).map(({ id }) => id)).toEqual([moved]);
  });

  it('may reuse the key of a request that was invalid', async () => {
    const mine = await newDiary();
    expect((await mine.post([{ ...run, duration: -1 }], toHeader('a'))).status).toBe(422);
    expect((await mine.post([run], toHeader('a'))).status).toBe(201);
  });

  it('are recognized for the same user and client only', async () => {
    const user = await newPerson();
    const openAtClient = async () =>
      openDiary(await issueUserToken(user, await newClient()));
    const [first, second] = await Promise.all([openAtClient(), openAtClient()]);
    const stranger = await newDiary();
    const responses = [
      await first.post([run], toHeader('a')),
      await second.post([run], toHeader('a')),
      await stranger.post([run], toHeader('a')),
    ];
    expect(new Set(responses.map(({ headers }) => headers.get('location'))).size).toBe(3);
    expect(await first.listDay(date)).toHaveLength(2);
  });

  it('have one key of 1 to 255 characters', async () => {
    const mine = await newDiary();
    expect((await mine.post([run], toHeader('x'.repeat(255)))).status).toBe(201);
    for (const invalidKey of ['', 'x'.repeat(256)]) {
      const response = await mine.post([run], toHeader(invalidKey));
      expect(response.status).toBe(400);
      expect(getDiaryError(response)).toMatchObject({
        error: 'malformed-header',
        error_description: expect.stringContaining('Idempotency-Key'),
      });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { call } from '../kit/call.ts';
import { newDiary, porridge, refusalOf, run } from '../kit/diary.ts';

const { date } = run;

describe('limits (Y10)', () => {
  it('takes 500 entries a day, counts what is deleted and moved, and says which day is full', async () => {
    const mine = await newDiary();
    const fifty = Array.from({ length: 50 }, () => ({ ...run, start_time: null }));
    const posts = await Promise.all(Array.from({ length: 10 }, () => mine.post(fifty)));
    expect(posts.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const guest = await mine.add({ ...run, date: '2026-11-21' });
    const refusals = [await mine.post([run]), await mine.post([{ ...run, date: '2026-11-22' }, run])];
    for (const [i, answer] of refusals.entries()) {
      expect(answer.status).toBe(422);
      expect(refusalOf(answer)).toMatchObject({
        error: 'failed-validation',
        error_details: { items: [{ index: i, date: [expect.stringContaining('500')] }] },
      });
    }
    expect((await mine.change(guest.id, { date })).status).toBe(422);
    expect(await mine.day('2026-11-22')).toEqual([]);

    const [one = '', two = ''] = posts.flatMap(({ body }) => body.items.map(({ id }) => id));
    await mine.remove(one);
    expect((await mine.change(guest.id, { date })).status).toBe(200);
    expect((await mine.post([run])).status).toBe(422);
    await mine.change(two, { date: '2026-11-21' });
    expect((await mine.change(two, { date })).status).toBe(200);
    await mine.change(guest.id, { date: '2026-11-23' });
    expect((await mine.post([run])).status).toBe(201);
    expect((await mine.post([run])).status).toBe(422);
    await mine.change(two, { date: '2026-11-21' });
    expect((await mine.post([run])).status).toBe(201);
    expect((await mine.change(two, { date })).status).toBe(422);
    expect(await mine.day(date)).toHaveLength(500);
  });

  it('says so where a day is full before it has 500 entries, and can still be mended', async () => {
    const mine = await newDiary();
    const long = { ...porridge, food: { name: '\u{1f35c}'.repeat(255), brand: '\u{1f35c}'.repeat(255) } };
    let refused = await mine.post(Array(45).fill(long));
    for (let posts = 1; posts < 11 && refused.status === 201; posts++)
      refused = await mine.post(Array(45).fill(long));
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      error: 'failed-validation',
      error_description: expect.stringContaining('400 KB'),
    });
    const [entry] = await mine.day(date, '&types=food_entry');
    expect((await mine.remove(entry?.id ?? '')).status).toBe(204);
  });

  it('takes 1 to 50 items (Y3)', async () => {
    for (const [count, status] of [
      [0, 422],
      [1, 201],
      [50, 201],
      [51, 422],
    ] as const) {
      const answer = await (await newDiary()).post(Array.from({ length: count }, () => run));
      expect(answer.status, String(count)).toBe(status);
    }
  });

  it('takes bodies of 256 KB (Y10)', async () => {
    const { token } = await newDiary();
    const bodyOf = (bytes: number) => {
      const body = JSON.stringify({ items: [run], padding: '' });
      return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
    };
    const headers = { 'Content-Type': 'application/json' };
    const post = (bytes: number) =>
      call('POST', '/v2/diary', { host: 'diary', token, headers, body: bodyOf(bytes) });
    expect((await post(262_144)).status).toBe(201);
    const refused = await post(262_145);
    expect(refused.status).toBe(413);
    expect(refusalOf(refused).error_description).toContain('262144');
  });
});

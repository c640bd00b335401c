import { describe, expect, it } from 'vitest';
import { callHandlerWith } from '#kit/call-handler.ts';
import { porridge } from '#kit/diary.ts';
import { readLimitFields } from '#kit/limit-fields.ts';
import type { TestResponse } from '#kit/send.ts';
import { newId } from '../runtime/ids.ts';

const dayLimits = (user: number) => `1000000 ${user} 1000000 1000000`;

/** Opens the diary for a caller with so many requests in a day, whose client is a new one. */
function openDiary(limit: number) {
  const lines: string[] = [];
  const [sub, client_id] = [newId(new Date()), newId(new Date())];
  const caller = { sub, client_id, limits: dayLimits(limit) };
  const send = callHandlerWith(caller, (line) => void lines.push(line));
  const day = '/v2/diary?entry_date=2026-11-20';
  const last = () => JSON.parse(lines.at(-1) ?? '{}');
  return {
    get: (path = day) => send('GET', path, { host: 'diary' }),
    post: (count: number, item: object = porridge) =>
      send('POST', '/v2/diary', {
        host: 'diary',
        json: { items: Array(count).fill(item) },
      }),
    last,
  };
}

/** Returns what is left of the day, which is the limit that these callers reach first. */
const getLeft = (response: TestResponse) => readLimitFields(response)?.limits[0]?.r;

describe('a request', () => {
  it('costs one, and a POST one more for every ten items', async () => {
    const diary = openDiary(20);
    expect(getLeft(await diary.get())).toBe(19);
    expect(getLeft(await diary.post(9))).toBe(18);
    expect(getLeft(await diary.post(10))).toBe(16);
    expect(getLeft(await diary.post(25))).toBe(13);
  });

  it('costs one if it is refused for what it asks', async () => {
    const diary = openDiary(20);
    const invalid = await diary.post(30, {});
    expect(invalid.status).toBe(422);
    expect(getLeft(invalid)).toBe(19);
    const unknown = await diary.get('/v2/diary/01k9zzzzzz00000000000000000000000000');
    expect(unknown.status).toBe(404);
    expect(getLeft(unknown)).toBe(18);
  });

  it('writes nothing if it is beyond a limit, and reads nothing once that is known', async () => {
    const diary = openDiary(3);
    expect((await diary.post(40)).status).toBe(429);
    expect((await diary.get()).body).toEqual({ items: [] });
    await diary.get();
    await diary.get();
    const refused = await diary.get();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      error: 'quota-exceeded',
      violated_policies: ['day'],
    });
    expect(diary.last()).toMatchObject({ store_calls: 0, code: 'quota_exceeded' });
    expect(diary.last()).not.toHaveProperty('use_calls');
  });

  it('makes the store calls of its endpoint, and those for limits apart from them', async () => {
    const diary = openDiary(1000);
    await diary.get();
    expect(diary.last()).toMatchObject({ store_calls: 1, use_calls: expect.any(Number) });
    let calls = 0;
    for (let sent = 0; sent < 100; sent++) {
      await diary.get();
      expect(diary.last()).toMatchObject({ store_calls: 1 });
      calls += diary.last().use_calls ?? 0;
    }
    // Of 1,000, a function adds 20 at a time, for the person and for the application.
    expect(calls).toBeLessThanOrEqual(100 / 10 + 2);
  });
});

import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '../kit/call.ts';
import { type Diarist, diaryOf, newDiary, porridge, refusalOf, run } from '../kit/diary.ts';
import { identityOf, newApplication, newPerson, tokenOf, userToken } from '../kit/fixtures.ts';
import { send } from '../kit/send.ts';

const date = run.date;
const host = 'diary';

let diary: Diarist;

beforeAll(async () => {
  diary = await newDiary();
});

describe('creating entries', () => {
  it('answers 201 with the entries, their ids and null for what was not given (Y3, Y7, specification 4.8)', async () => {
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
          avg_heart_rate: null,
          max_heart_rate: null,
          distance: null,
          max_speed: null,
          elevation_change: null,
        },
      ],
    });
  });

  it('answers what a later GET of all fields answers, and what Location leads to (Y3, Y9)', async () => {
    const { token } = await newDiary();
    const mine = diaryOf(token);
    const posted = await mine.post([porridge, { ...run, distance: 5012.5, avg_heart_rate: 140 }]);
    const [first, second] = posted.body.items;
    expect((await mine.day(date)).slice(1)).toEqual([first, second]);
    const location = posted.headers.get('location') ?? '';
    expect((await call('GET', location, { host, token })).body).toEqual(first);
  });

  it('takes the id of an exercise as a text or a number, and answers a text (Y7)', async () => {
    const { body } = await diary.post([{ ...run, exercise: { id: 134026256871277 } }]);
    expect(body.items[0]?.exercise).toEqual({ id: '134026256871277' });
  });

  it.each([
    ['2026-11-20T09:00:00-08:00', '2026-11-20T17:00:00Z'],
    ['2026-11-20T23:30:00+0530', '2026-11-20T18:00:00Z'],
    ['2026-11-21T00:30:00+14:00', '2026-11-20T10:30:00Z'],
    ['2026-11-20T00:15:00.250-09:30', '2026-11-20T09:45:00.250Z'],
    ['2026-11-20t17:00:00z', '2026-11-20T17:00:00Z'],
    ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59Z'],
  ])('answers the start time %s in UTC, and leaves the date alone (Y7, Y8)', async (start_time, utc) => {
    const { body } = await diary.post([{ ...run, start_time }]);
    expect(body.items[0]).toMatchObject({ start_time: utc, date });
  });

  it('keeps a food entry as it was sent, a quick add and unknown nutrients included (Y5, Y6)', async () => {
    const { food: _, servings: __, ...quickAdd } = porridge;
    const { body } = await diary.post([
      porridge,
      { ...quickAdd, nutritional_contents: {} },
      { ...porridge, food: { name: 'Tea' }, nutritional_contents: { protein: 0, fat: null } },
    ]);
    expect(body.items).toMatchObject([
      porridge,
      { food: null, servings: 1, nutritional_contents: {} },
      { food: { name: 'Tea', brand: null } },
    ]);
    expect(body.items[2]?.nutritional_contents).toEqual({ protein: 0 });
  });

  it('ignores members that it does not know, and never stores them (M10)', async () => {
    const mine = await newDiary();
    const { body } = await mine.post([
      { ...run, id: 'mine', moves: 7, user_id: 'other', energy: { ...run.energy, of: 'x' } },
    ]);
    expect(await mine.day(date)).toEqual(body.items);
    expect(body.items[0]).not.toHaveProperty('moves');
    expect(body.items[0]?.id).not.toBe('mine');
    expect(body.items[0]?.energy).toEqual(run.energy);
  });

  it('gives ids that cannot be guessed, in the order written', async () => {
    const first = await diary.post([run, run]);
    const second = await diary.post([run]);
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids.map((id) => id.slice(10, 36))).size).toBe(2);
  });

  it('stores each POST without a key as its own (Y4)', async () => {
    const mine = await newDiary();
    await mine.post([run]);
    await mine.post([run]);
    expect(await mine.day(date)).toHaveLength(2);
  });

  it('stores all entries or none (Y3)', async () => {
    const mine = await newDiary();
    const refused = await mine.post([run, { ...run, duration: 0 }]);
    expect(refused.status).toBe(422);
    expect(await mine.day(date)).toEqual([]);
  });
});

describe('reading a day', () => {
  let mine: Diarist;

  beforeAll(async () => {
    mine = await newDiary();
    await mine.post([{ ...porridge, diary_meal: 'Lunch', servings: 1 }]);
    await mine.post([run, porridge]);
    await mine.post([{ ...porridge, diary_meal: 'Lunch', servings: 3, food: { name: 'Soup' } }]);
  });

  it('sums the food entries of each meal times their servings, in the order first logged (Y5)', async () => {
    expect(await mine.day(date, '&types=diary_meal')).toEqual([
      {
        type: 'diary_meal',
        date,
        diary_meal: 'Lunch',
        nutritional_contents: { energy: { unit: 'calories', value: 600 }, protein: 20.4, fat: 12 },
      },
      {
        type: 'diary_meal',
        date,
        diary_meal: 'Breakfast',
        nutritional_contents: { energy: { unit: 'calories', value: 300 }, protein: 10.2, fat: 6 },
      },
    ]);
  });

  it('lists meals first, then entries in the order written (Y8)', async () => {
    const types = (await mine.day(date)).map(({ type }) => type);
    expect(types).toEqual(['diary_meal', 'diary_meal', 'food_entry', 'exercise', 'food_entry', 'food_entry']);
  });

  it.each([
    ['types=exercise', ['exercise']],
    ['types=exercise,diary_meal', ['diary_meal', 'diary_meal', 'exercise']],
    ['types=exercise,%20diary_meal,', ['diary_meal', 'diary_meal', 'exercise']],
    ['types=exercise%2Cdiary_meal', ['diary_meal', 'diary_meal', 'exercise']],
    ['types=exercise&types=diary_meal', ['diary_meal', 'diary_meal', 'exercise']],
    ['types=food_entry', ['food_entry', 'food_entry', 'food_entry']],
    ['types=', ['diary_meal', 'diary_meal', 'food_entry', 'exercise', 'food_entry', 'food_entry']],
  ])('returns the types that %s asks for', async (query, types) => {
    expect((await mine.day(date, `&${query}`)).map(({ type }) => type)).toEqual(types);
  });

  const heavy = ['exercise', 'energy', 'nutritional_contents', 'food'];

  it.each([
    ['', []],
    ['&fields[]=exercise', ['exercise']],
    ['&fields%5B%5D=exercise&fields%5B%5D=energy', ['exercise', 'energy']],
    ['&fields[0]=exercise&fields[1]=nutritional_contents', ['exercise', 'nutritional_contents']],
    ['&fields%5B0%5D=food&fields%5B1%5D=energy', ['energy', 'food']],
    ['&fields[]=nutritional_contents,exercise', ['exercise', 'nutritional_contents']],
    ['&fields[]=nutritional_contents%2Cexercise&fields[]=food', ['exercise', 'nutritional_contents', 'food']],
    ['&fields=energy', ['energy']],
    ['&fields[]=all', heavy],
    ['&fields[]=', []],
  ])('includes only the members that %s asks for (Y8)', async (query, included) => {
    const { body } = await mine.get(`?entry_date=${date}${query}`);
    const found = new Set(body.items.flatMap((item) => Object.keys(item)));
    expect(heavy.filter((member) => found.has(member))).toEqual(included);
    expect([...found]).toEqual(
      expect.arrayContaining(['type', 'date', 'diary_meal', 'id', 'duration', 'servings']),
    );
  });

  it('reads today in UTC unless a day is named (Y8)', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await mine.post([{ ...run, date: today }]);
    const { body } = await mine.get('');
    expect(body.items.map((item) => item.date)).toEqual([today]);
  });

  it('answers an empty list for a day without entries, and ignores stray parameters (M10)', async () => {
    expect((await mine.get('?entry_date=1999-12-31&limit=x&_=1')).body).toEqual({ items: [] });
  });

  it.each([
    ['entry_date=2026-02-30', 'failed-validation', 'entry_date'],
    ['entry_date=20-11-2026', 'failed-validation', 'entry_date'],
    ['entry_date=', 'failed-validation', 'entry_date'],
    ['entry_date=2026-11-20T00:00:00Z', 'failed-validation', 'entry_date'],
    ['entry_date=1899-12-31', 'failed-validation', 'entry_date'],
    ['entry_date=2026-11-20&entry_date=2026-11-21', 'failed-validation', 'entry_date'],
    ['fields[]=calories', 'failed-validation', 'fields[]'],
    ['fields[3]=energy,colour', 'failed-validation', 'fields[]'],
    ['types=water', 'unsupported-diary-type', 'types'],
    ['types=exercise,water,sleep', 'unsupported-diary-type', 'types'],
  ])('refuses %s with 400 and says why (Y8)', async (query, error, field) => {
    const answer = await mine.get(`?${query}`);
    expect(answer.status).toBe(400);
    expect(refusalOf(answer)).toMatchObject({ error, error_details: { [field]: [expect.any(String)] } });
  });

  it('names every unknown type, together with everything else that is wrong', async () => {
    const answer = await mine.get('?types=exercise,water,sleep&entry_date=x&fields[]=y');
    expect(Object.keys(refusalOf(answer).error_details ?? {}).sort()).toEqual([
      'entry_date',
      'fields[]',
      'types',
    ]);
    expect(refusalOf(answer).error_description).toContain('water, sleep');
  });
});

describe('one entry', () => {
  it('can be read, changed and deleted, each once (Y9)', async () => {
    const mine = await newDiary();
    const [entry] = (await mine.post([run])).body.items;
    const id = entry?.id ?? '';
    const changed = await mine.change(id, { duration: 2400, energy: { unit: 'kilojoules', value: 1300 } });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...entry, duration: 2400, energy: { unit: 'kilojoules', value: 1300 } },
    });
    expect((await mine.read(id)).body).toEqual(changed.body);
    expect(await mine.remove(id)).toMatchObject({ status: 204, text: '' });
    for (const answer of [
      await mine.read(id),
      await mine.change(id, { duration: 1 }),
      await mine.remove(id),
    ]) {
      expect(answer.status).toBe(404);
      expect(refusalOf(answer).error).toBe('not-found');
    }
    expect(await mine.day(date)).toEqual([]);
  });

  it('merges: null removes, what is not sent stays, nutrients one by one, values whole (Y9)', async () => {
    const mine = await newDiary();
    const [eaten, ran] = (await mine.post([porridge, { ...run, distance: 5000 }])).body.items;
    const food = await mine.change(eaten?.id ?? '', {
      nutritional_contents: { protein: 6, fat: null, sodium: 0 },
      food: { name: 'Semolina' },
    });
    expect(food.body).toEqual({
      ...eaten,
      food: { name: 'Semolina', brand: null },
      nutritional_contents: { energy: porridge.nutritional_contents.energy, protein: 6, sodium: 0 },
    });
    expect(
      (await mine.change(eaten?.id ?? '', { food: null, nutritional_contents: { energy: null } })).body,
    ).toEqual({
      ...food.body,
      food: null,
      nutritional_contents: { protein: 6, sodium: 0 },
    });
    const exercise = await mine.change(ran?.id ?? '', {
      distance: null,
      start_time: null,
      avg_heart_rate: 150,
    });
    expect(exercise.body).toEqual({ ...ran, distance: null, start_time: null, avg_heart_rate: 150 });
    expect((await mine.change(ran?.id ?? '', {})).body).toEqual(exercise.body);
  });

  it('ignores what it cannot have, and keeps its servings where none are sent', async () => {
    const mine = await newDiary();
    const [eaten] = (await mine.post([porridge])).body.items;
    const { body } = await mine.change(eaten?.id ?? '', {
      id: 'x',
      duration: 5,
      moves: 3,
      type: 'food_entry',
    });
    expect(body).toEqual(eaten);
  });

  it('moves to another day with its changes, and back, in the place where it was written (Y9)', async () => {
    const mine = await newDiary();
    const [first, second] = (await mine.post([run, porridge])).body.items;
    await mine.post([{ ...run, date: '2026-11-21' }]);
    const moved = await mine.change(second?.id ?? '', { date: '2026-11-21', servings: 4 });
    expect(moved.body).toEqual({ ...second, date: '2026-11-21', servings: 4 });
    expect(await mine.day(date)).toEqual([first]);
    const there = await mine.day('2026-11-21');
    expect(there.map(({ type }) => type)).toEqual(['diary_meal', 'food_entry', 'exercise']);
    expect(there[0]).toMatchObject({ date: '2026-11-21', nutritional_contents: { protein: 20.4 } });
    await mine.change(second?.id ?? '', { date });
    expect((await mine.day(date)).slice(1)).toEqual([first, { ...second, servings: 4 }]);
    expect(await mine.day('2026-11-21')).toHaveLength(1);
  });

  it('cannot change its type', async () => {
    const [entry] = (await diary.post([run])).body.items;
    const answer = await diary.change(entry?.id ?? '', { type: 'food_entry' });
    expect(answer.status).toBe(422);
    expect(refusalOf(answer).error_details).toEqual({ type: [expect.stringContaining('must be exercise')] });
  });

  it.each([
    [{ duration: 0 }, 'duration'],
    [{ duration: null }, 'duration'],
    [{ energy: { value: 3 } }, 'energy.unit'],
    [{ food: { brand: 'Oaty' } }, 'food.name'],
    [{ nutritional_contents: { energy: { unit: 'calories' } } }, 'nutritional_contents.energy.value'],
    [{ nutritional_contents: { iron: -1 } }, 'nutritional_contents.iron'],
    [{ date: '2026-13-01' }, 'date'],
    [{ date: null }, 'date'],
  ])('refuses the change %j by its field (Y2, Y9)', async (change, field) => {
    const [entry] = (await diary.post([run])).body.items;
    const answer = await diary.change(entry?.id ?? '', change);
    expect(answer.status).toBe(422);
    expect(refusalOf(answer).error_details).toEqual({ [field]: [expect.any(String)] });
  });

  it('is not found by another type, index or day that its id never had', async () => {
    const [entry] = (await diary.post([run])).body.items;
    const id = entry?.id ?? '';
    const forged = [
      id.replace(/e$/, 'f'),
      id.replace(/00e$/, '01e'),
      id.replace('20261120', '20261121'),
      id.replace(/^./, '1'),
      id.toUpperCase(),
      `${id}0`,
    ];
    for (const wrong of forged) {
      expect((await diary.read(wrong)).status, wrong).toBe(404);
      expect((await diary.change(wrong, { date: '2026-11-22' })).status, wrong).toBe(404);
      expect((await diary.change(wrong, { duration: 5 })).status, wrong).toBe(404);
      expect((await diary.remove(wrong)).status, wrong).toBe(404);
    }
    expect(await diary.day('2026-11-22')).toEqual([]);
    expect((await diary.read(id)).body).toEqual(entry);
  });
});

describe('several days at once', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];

  it('stores each entry on its day, under ids of one batch (Y3)', async () => {
    const mine = await newDiary();
    const { body, status } = await mine.post(
      days.flatMap((day) => [
        { ...run, date: day },
        { ...porridge, date: day },
      ]),
    );
    expect(status).toBe(201);
    for (const day of days) {
      const entries = (await mine.day(day)).filter(({ type }) => type !== 'diary_meal');
      expect(entries).toEqual(body.items.filter((item) => item.date === day));
    }
  });

  it('changes, moves and deletes entries wherever they are shown', async () => {
    const mine = await newDiary();
    const [first, second, third] = (await mine.post(days.map((day) => ({ ...run, date: day })))).body.items;
    await mine.change(third?.id ?? '', { duration: 60 });
    await mine.change(second?.id ?? '', { date: days[2] });
    expect((await mine.day(days[2] ?? '')).map(({ id }) => id)).toEqual([second?.id, third?.id]);
    await mine.remove(second?.id ?? '');
    expect(await mine.day(days[2] ?? '')).toEqual([{ ...third, duration: 60 }]);
    await mine.remove(first?.id ?? '');
    expect(await mine.day(days[0] ?? '')).toEqual([]);
    expect((await mine.remove(second?.id ?? '')).status).toBe(404);
  });
});

describe('repeats with an Idempotency-Key (Y4)', () => {
  const key = (value: string) => ({ 'Idempotency-Key': value });

  it('answers the same status, ids and Location, and stores nothing', async () => {
    const mine = await newDiary();
    const first = await mine.post([run, porridge], key('a'));
    const repeat = await mine.post([porridge, run].reverse(), key('a'));
    expect(repeat).toMatchObject({ status: 201, body: first.body });
    expect(repeat.headers.get('location')).toBe(first.headers.get('location'));
    expect(await mine.day(date)).toHaveLength(3);
  });

  it('knows a body by its entries, not by how they are written', async () => {
    const mine = await newDiary();
    const first = await mine.post([{ ...porridge, servings: 1 }], key('a'));
    const { servings: _, ...others } = porridge;
    const reordered = Object.fromEntries(Object.entries({ ...others, extra: 1 }).reverse());
    expect((await mine.post([reordered], key('a'))).body).toEqual(first.body);
  });

  it.each([
    ['another value', [{ ...run, duration: 1801 }]],
    ['another date', [{ ...run, date: '2026-11-21' }]],
    ['one entry more', [run, run]],
  ])('refuses the same key with %s', async (_, items) => {
    const mine = await newDiary();
    await mine.post([run], key('a'));
    const answer = await mine.post(items, key('a'));
    expect(answer.status).toBe(422);
    expect(refusalOf(answer).error).toBe('duplicate-id');
    expect(await mine.day(date)).toHaveLength(1);
    expect((await mine.post(items, key('b'))).status).toBe(201);
  });

  it('holds after entries were changed, moved and deleted', async () => {
    const mine = await newDiary();
    const first = await mine.post([run, { ...run, date: '2026-11-21' }, run], key('a'));
    const [one, two, three] = first.body.items.map(({ id }) => id);
    await mine.change(one ?? '', { duration: 5 });
    await mine.remove(two ?? '');
    await mine.change(three ?? '', { date: '2026-11-21' });
    expect((await mine.post([run, { ...run, date: '2026-11-21' }, run], key('a'))).body).toEqual(first.body);
    expect((await mine.day(date)).map(({ duration }) => duration)).toEqual([5]);
    expect((await mine.day('2026-11-21')).map(({ id }) => id)).toEqual([three]);
  });

  it('does not spend the key on a request that was refused', async () => {
    const mine = await newDiary();
    expect((await mine.post([{ ...run, duration: -1 }], key('a'))).status).toBe(422);
    expect((await mine.post([run], key('a'))).status).toBe(201);
  });

  it('belongs to one person and one application', async () => {
    const user = await newPerson();
    const [one, other] = [diaryOf(await tokenOf(user)), diaryOf(await tokenOf(user))];
    const stranger = await newDiary();
    const answers = [
      await one.post([run], key('a')),
      await other.post([run], key('a')),
      await stranger.post([run], key('a')),
    ];
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(3);
    expect(await one.day(date)).toHaveLength(2);
  });

  it('takes keys of 1 to 255 characters, once', async () => {
    const mine = await newDiary();
    expect((await mine.post([run], key('x'.repeat(255)))).status).toBe(201);
    for (const wrong of ['', 'x'.repeat(256)]) {
      const answer = await mine.post([run], key(wrong));
      expect(answer.status).toBe(400);
      expect(refusalOf(answer)).toMatchObject({
        error: 'malformed-header',
        error_description: expect.stringContaining('Idempotency-Key'),
      });
    }
  });
});

describe('limits (Y10)', () => {
  it('takes 500 entries a day, counts what is deleted and moved, and says which day is full', async () => {
    const mine = await newDiary();
    const fifty = Array.from({ length: 50 }, () => ({ ...run, start_time: null }));
    const posts = await Promise.all(Array.from({ length: 10 }, () => mine.post(fifty)));
    expect(posts.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const [guest] = (await mine.post([{ ...run, date: '2026-11-21' }])).body.items;
    const refusals = [await mine.post([run]), await mine.post([{ ...run, date: '2026-11-22' }, run])];
    for (const [i, answer] of refusals.entries()) {
      expect(answer.status).toBe(422);
      expect(refusalOf(answer)).toMatchObject({
        error: 'failed-validation',
        error_details: { items: [{ index: i, date: [expect.stringContaining('500')] }] },
      });
    }
    expect((await mine.change(guest?.id ?? '', { date })).status).toBe(422);
    expect(await mine.day('2026-11-22')).toEqual([]);

    const [one = '', two = ''] = posts.flatMap(({ body }) => body.items.map(({ id }) => id));
    await mine.remove(one);
    expect((await mine.change(guest?.id ?? '', { date })).status).toBe(200);
    expect((await mine.post([run])).status).toBe(422);
    await mine.change(two, { date: '2026-11-21' });
    expect((await mine.change(two, { date })).status).toBe(200);
    await mine.change(guest?.id ?? '', { date: '2026-11-23' });
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
      const answer = await diary.post(Array.from({ length: count }, () => run));
      expect(answer.status, String(count)).toBe(status);
    }
  });

  it('takes bodies of 256 KB (Y10)', async () => {
    const { token } = diary;
    const bodyOf = (bytes: number) => {
      const body = JSON.stringify({ items: [run], padding: '' });
      return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
    };
    const headers = { 'Content-Type': 'application/json' };
    const post = (bytes: number) => call('POST', '/v2/diary', { host, token, headers, body: bodyOf(bytes) });
    expect((await post(262_144)).status).toBe(201);
    const refused = await post(262_145);
    expect(refused.status).toBe(413);
    expect(refusalOf(refused).error_description).toContain('262144');
  });
});

describe('the svc- headers (Y1)', () => {
  const { urls } = inject('service');
  const ask = (headers: Record<string, string>) =>
    send(urls, 'GET', '/v2/diary', { host, token: diary.token, headers });

  it.each(['svc-client-id', 'svc-user-id'])('requires %s, once, with a value', async (name) => {
    const { [name]: value = '', ...others } = identityOf(diary.token);
    for (const headers of [others, { ...others, [name]: '' }]) {
      const answer = await ask(headers);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        error: 'missing-header',
        error_description: expect.stringContaining(name),
      });
    }
    expect((await ask({ ...others, [name.toUpperCase()]: value })).status).toBe(200);
  });

  it('names both where both are missing', async () => {
    const answer = await ask({});
    expect(answer.body).toMatchObject({
      error_description: expect.stringMatching(/svc-client-id and svc-user-id/),
    });
  });

  it('refuses headers that name someone else than the token does, and does nothing', async () => {
    const stranger = diaryOf(await userToken());
    const own = identityOf(diary.token);
    const foreign = identityOf(stranger.token);
    for (const headers of [
      { ...own, 'svc-user-id': foreign['svc-user-id'] ?? '' },
      { ...own, 'svc-client-id': foreign['svc-client-id'] ?? '' },
      foreign,
    ]) {
      const answer = await send(urls, 'POST', '/v2/diary', {
        host,
        token: diary.token,
        headers,
        json: { items: [{ ...run, date: '2001-01-01' }] },
      });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: 'forbidden' });
    }
    expect(await diary.day('2001-01-01')).toEqual([]);
    expect(await stranger.day('2001-01-01')).toEqual([]);
  });

  it("refuses an application's own token", async () => {
    const { client_id } = await newApplication();
    expect((await send(urls, 'GET', '/v2/diary', { host, token: client_id })).status).toBe(401);
  });
});

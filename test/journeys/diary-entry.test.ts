import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { type DiaryUser, getDiaryError, newDiary, porridge, run } from '#kit/diary.ts';

const { date } = run;

let diary: DiaryUser;
/** The ids of entries that no test changes. */
let runId: string;
let porridgeId: string;

beforeAll(async () => {
  diary = await newDiary();
  ({ id: runId } = await diary.add(run));
  ({ id: porridgeId } = await diary.add(porridge));
});

describe('an entry', () => {
  it('can be read and changed until it is deleted', async () => {
    const mine = await newDiary();
    const entry = await mine.add(run);
    const { id } = entry;
    const changed = await mine.change(id, {
      duration: 2400,
      energy: { unit: 'kilojoules', value: 1300 },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...entry, duration: 2400, energy: { unit: 'kilojoules', value: 1300 } },
    });
    expect((await mine.read(id)).body).toEqual(changed.body);
    expect(await mine.remove(id)).toMatchObject({ status: 204, text: '' });
    for (const response of [
      await mine.read(id),
      await mine.change(id, { duration: 1 }),
      await mine.remove(id),
    ]) {
      expect(response.status).toBe(404);
      expect(getDiaryError(response).error).toBe('not-found');
    }
    expect(await mine.listDay(date)).toEqual([]);
  });

  it('is merged: null removes, absent members stay, nutrients one by one', async () => {
    const mine = await newDiary();
    const eaten = await mine.add(porridge);
    const ran = await mine.add({ ...run, distance: 5000 });
    const food = await mine.change(eaten.id, {
      nutritional_contents: { protein: 6, fat: null, sodium: 0 },
      food: { name: 'Semolina' },
    });
    expect(food.body).toEqual({
      ...eaten,
      food: { name: 'Semolina', brand: null },
      nutritional_contents: {
        energy: porridge.nutritional_contents.energy,
        protein: 6,
        sodium: 0,
      },
    });
    expect(
      (
        await mine.change(eaten.id, {
          food: null,
          nutritional_contents: { energy: null },
        })
      ).body,
    ).toEqual({
      ...food.body,
      food: null,
      nutritional_contents: { protein: 6, sodium: 0 },
    });
    const exercise = await mine.change(ran.id, {
      distance: null,
      start_time: null,
      avg_heart_rate: 150,
    });
    const { start_offset: _, ...withoutOffset } = ran;
    expect(exercise.body).toEqual({
      ...withoutOffset,
      distance: null,
      start_time: null,
      avg_heart_rate: 150,
    });
    expect((await mine.change(ran.id, {})).body).toEqual(exercise.body);
  });

  /** Changes an entry with members that the OpenAPI document does not allow. */
  const changeByText = (id: string, members: object) =>
    call('PATCH', `/v2/diary/${id}`, {
      host: 'diary',
      token: diary.token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(members),
    });

  it('ignores members of other types, and keeps its servings if none are sent', async () => {
    const eaten = await diary.add(porridge);
    const exerciseMembers = {
      id: 'x',
      type: 'food_entry',
      duration: 60,
      energy: { unit: 'calories', value: 1 },
      start_time: '2026-11-20T09:00:00Z',
    };
    expect((await changeByText(eaten.id, exerciseMembers)).body).toEqual(eaten);
    const ran = await diary.add(run);
    const foodMembers = {
      servings: 3,
      food: { name: 'Soup' },
      nutritional_contents: { iron: 1 },
      diary_meal: 'Lunch',
    };
    expect((await changeByText(ran.id, foodMembers)).body).toEqual(ran);
  });

  it('stays as it is if a client writes back what it has read', async () => {
    const ran = await diary.add({ ...run, start_time: '2026-11-20T00:15:00.250-09:30' });
    expect((await changeByText(ran.id, ran)).body).toEqual(ran);
    const { start_offset: _, ...inUtc } = ran;
    expect((await changeByText(ran.id, inUtc)).body).toEqual(inUtc);
  });

  it('can be written back as a list has it', async () => {
    const mine = await newDiary();
    for (const sent of [run, porridge]) {
      const { id, type } = await mine.add(sent);
      const { body } = await mine.get(`?entry_date=${date}&types=${type}&fields[]=all`);
      const [listed] = body.items;
      expect(listed).toMatchObject({ id, source: { origin: 'application' } });
      const { status } = await mine.change(id, { ...listed, date });
      expect(status).toBe(200);
    }
  });

  it('moves to another day and back, and keeps its position in the order written', async () => {
    const mine = await newDiary();
    const first = await mine.add(run);
    const second = await mine.add(porridge);
    await mine.post([{ ...run, date: '2026-11-21' }]);
    const moved = await mine.change(second.id, { date: '2026-11-21', servings: 4 });
    expect(moved.body).toEqual({ ...second, date: '2026-11-21', servings: 4 });
    expect(await mine.listDay(date)).toEqual([first]);
    const nextDay = await mine.listDay('2026-11-21');
    expect(nextDay.map(({ type }) => type)).toEqual([
      'diary_meal',
      'food_entry',
      'exercise',
    ]);
    expect(nextDay[0]).toMatchObject({
      date: '2026-11-21',
      nutritional_contents: { protein: 20.4 },
    });
    await mine.change(second.id, { date });
    expect((await mine.listDay(date)).slice(1)).toEqual([
      first,
      { ...second, servings: 4 },
    ]);
    expect(await mine.listDay('2026-11-21')).toHaveLength(1);
  });

  it('keeps the maximum heart rate at or above the average, also when it moves', async () => {
    const { id } = await diary.add({ ...run, avg_heart_rate: 140, max_heart_rate: 150 });
    const conflicts = [
      { avg_heart_rate: 151 },
      { max_heart_rate: 139, date: '2026-11-25' },
    ];
    for (const change of conflicts) {
      const response = await diary.change(id, change);
      expect([response.status, getDiaryError(response).error_details]).toEqual([
        422,
        { max_heart_rate: ['must be at least avg_heart_rate'] },
      ]);
    }
    expect(
      (await diary.change(id, { avg_heart_rate: 160, max_heart_rate: 160 })).status,
    ).toBe(200);
    expect(
      (await diary.change(id, { avg_heart_rate: null, max_heart_rate: 90 })).status,
    ).toBe(200);
  });

  it('has the same bytes in every response', async () => {
    const mine = await newDiary();
    const nutritional_contents = {
      iron: 3,
      energy: { value: 2, unit: 'calories' },
      protein: 1,
    };
    const sent = [
      { ...run, energy: { value: 2, unit: 'calories' } },
      { ...porridge, nutritional_contents },
    ];
    const posted = await mine.post(sent);
    for (const item of posted.body.items) {
      const { text } = await mine.read(item.id);
      expect(posted.text).toContain(text);
      const query = `?entry_date=${date}&types=${item.type}&fields[]=all`;
      expect((await mine.get(query)).text).toContain(text);
    }
  });

  it.each(['food_entry', 'diary_meal', null])(
    'cannot change its type to %j, reported with all other problems',
    async (type) => {
      const response = await diary.change(runId, { type, duration: 0 });
      expect(response.status).toBe(422);
      expect(getDiaryError(response).error_details).toEqual({
        type: ['must be exercise; the type of an entry cannot be changed'],
        duration: ['must be at least 1'],
      });
    },
  );

  it.each([
    ['exercise', { duration: 0 }, 'duration'],
    ['exercise', { duration: null }, 'duration'],
    ['exercise', { energy: { value: 3 } }, 'energy.unit'],
    ['exercise', { date: '2026-13-01' }, 'date'],
    ['exercise', { date: null }, 'date'],
    ['food_entry', { food: { brand: 'Oaty' } }, 'food.name'],
    ['food_entry', { diary_meal: ' ' }, 'diary_meal'],
    [
      'food_entry',
      { nutritional_contents: { energy: { unit: 'calories' } } },
      'nutritional_contents.energy.value',
    ],
    ['food_entry', { nutritional_contents: { iron: -1 } }, 'nutritional_contents.iron'],
    ['food_entry', { date: '2026-13-01' }, 'date'],
  ])(
    'of the type %s rejects the change %j and names its field',
    async (type, change, field) => {
      const id = type === 'exercise' ? runId : porridgeId;
      const response = await diary.change(id, change);
      expect(response.status).toBe(422);
      expect(getDiaryError(response).error_details).toEqual({
        [field]: [expect.any(String)],
      });
    },
  );

  it('is not found under another type, index or date', async () => {
    const entry = await diary.add(run);
    const { id } = entry;
    const forgedIds = [
      id.replace(/e$/, 'f'),
      id.replace(/00(\d{8}e)$/, '01$1'),
      id.replace('20261120', '20261121'),
      id.replace(/^./, '1'),
      id.toUpperCase(),
      `${id}0`,
    ];
    for (const forgedId of forgedIds)
      expect((await diary.read(forgedId)).status, forgedId).toBe(404);
    for (const forgedId of forgedIds.slice(0, 3)) {
      expect(
        (await diary.change(forgedId, { date: '2026-11-22' })).status,
        forgedId,
      ).toBe(404);
      expect((await diary.change(forgedId, { duration: 5 })).status, forgedId).toBe(404);
      expect((await diary.remove(forgedId)).status, forgedId).toBe(404);
    }
    expect(await diary.listDay('2026-11-22')).toEqual([]);
    expect((await diary.read(id)).body).toEqual(entry);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type Diarist, newDiary, porridge, refusalOf, run } from '../kit/diary.ts';

const { date } = run;

let diary: Diarist;

beforeAll(async () => {
  diary = await newDiary();
});

describe('one entry', () => {
  it('can be read, changed and deleted, each once (Y9)', async () => {
    const mine = await newDiary();
    const entry = await mine.add(run);
    const { id } = entry;
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
    const eaten = await mine.add(porridge);
    const ran = await mine.add({ ...run, distance: 5000 });
    const food = await mine.change(eaten.id, {
      nutritional_contents: { protein: 6, fat: null, sodium: 0 },
      food: { name: 'Semolina' },
    });
    expect(food.body).toEqual({
      ...eaten,
      food: { name: 'Semolina', brand: null },
      nutritional_contents: { energy: porridge.nutritional_contents.energy, protein: 6, sodium: 0 },
    });
    expect(
      (await mine.change(eaten.id, { food: null, nutritional_contents: { energy: null } })).body,
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
    expect(exercise.body).toEqual({ ...ran, distance: null, start_time: null, avg_heart_rate: 150 });
    expect((await mine.change(ran.id, {})).body).toEqual(exercise.body);
  });

  it('ignores what it cannot have, and keeps its servings where none are sent', async () => {
    const mine = await newDiary();
    const eaten = await mine.add(porridge);
    const { body } = await mine.change(eaten.id, {
      id: 'x',
      duration: 5,
      moves: 3,
      type: 'food_entry',
    });
    expect(body).toEqual(eaten);
  });

  it('moves to another day with its changes, and back, in the place where it was written (Y9)', async () => {
    const mine = await newDiary();
    const first = await mine.add(run);
    const second = await mine.add(porridge);
    await mine.post([{ ...run, date: '2026-11-21' }]);
    const moved = await mine.change(second.id, { date: '2026-11-21', servings: 4 });
    expect(moved.body).toEqual({ ...second, date: '2026-11-21', servings: 4 });
    expect(await mine.day(date)).toEqual([first]);
    const there = await mine.day('2026-11-21');
    expect(there.map(({ type }) => type)).toEqual(['diary_meal', 'food_entry', 'exercise']);
    expect(there[0]).toMatchObject({ date: '2026-11-21', nutritional_contents: { protein: 20.4 } });
    await mine.change(second.id, { date });
    expect((await mine.day(date)).slice(1)).toEqual([first, { ...second, servings: 4 }]);
    expect(await mine.day('2026-11-21')).toHaveLength(1);
  });

  it('cannot change its type', async () => {
    const { id } = await diary.add(run);
    const answer = await diary.change(id, { type: 'food_entry' });
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
    const { id } = await diary.add(run);
    const answer = await diary.change(id, change);
    expect(answer.status).toBe(422);
    expect(refusalOf(answer).error_details).toEqual({ [field]: [expect.any(String)] });
  });

  it('is not found by another type, index or day that its id never had', async () => {
    const entry = await diary.add(run);
    const { id } = entry;
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

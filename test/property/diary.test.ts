import { expect, it } from 'vitest';
import type { DiaryItem } from '#kit/diary.ts';
import fc from '#kit/property.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  buildExpectedDay,
  buildExpectedEntry,
  type WrittenEntry,
} from './diary-model.ts';
import { type DiaryFunctions, openDiaryInProcess } from './in-process.ts';

const days = ['2026-11-20', '2026-11-21', '2026-11-22'] as const;

type Draft = Omit<WrittenEntry, 'id'>;

const amount = fc.integer({ min: 0, max: 500_000 });
const energy = fc.record({
  unit: fc.constantFrom('calories', 'kilojoules'),
  value: amount,
});
const date = fc.constantFrom(...days);
const exercise = fc.record({
  type: fc.constant('exercise'),
  date,
  duration: fc.integer({ min: 1, max: 86_400 }),
  energy,
});
const food = fc.record({
  type: fc.constant('food_entry'),
  date,
  diary_meal: fc.constantFrom('Breakfast', 'Lunch'),
  servings: fc.integer({ min: 1, max: 5_000 }),
  protein: fc.option(amount, { nil: undefined }),
  energy: fc.option(energy, { nil: undefined }),
});
const draft: fc.Arbitrary<Draft> = fc.oneof(exercise, food) as fc.Arbitrary<Draft>;
const change = fc.record(
  {
    date,
    duration: fc.integer({ min: 1, max: 86_400 }),
    servings: fc.integer({ min: 1, max: 5_000 }),
    protein: amount,
  },
  { requiredKeys: [] },
);

/** Generates an action. `which` selects one of the user's entries, including deleted ones. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('post'),
      who: fc.nat(1),
      drafts: fc.array(draft, { minLength: 1, maxLength: 4 }),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change'),
      who: fc.nat(1),
      which: fc.nat(),
      change,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove'),
      who: fc.nat(1),
      which: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('look'), who: fc.nat(1), date }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A user, the expected entries, and all ids so far. */
interface Person {
  diary: DiaryFunctions;
  entries: WrittenEntry[];
  ids: string[];
}

/** Builds the item that a client sends for a draft. */
function buildItem({ protein, servings, energy, duration, ...others }: Draft) {
  const amount = energy && { unit: energy.unit, value: energy.value / 1000 };
  if (others.type === 'exercise')
    return { ...others, duration, energy: amount, exercise: { id: 'x' } };
  const nutritional_contents = {
    energy: amount,
    protein: protein === undefined ? undefined : protein / 1000,
  };
  return { ...others, servings: (servings ?? 0) / 1000, nutritional_contents };
}

let keyCount = 0;

async function post(person: Person, drafts: Draft[], twice: boolean): Promise<void> {
  const items = drafts.map(buildItem);
  const headers: Record<string, string> = twice
    ? { 'Idempotency-Key': String(keyCount++) }
    : {};
  const response = await person.diary.post(items, headers);
  expect(response.status).toBe(201);
  if (twice)
    expect((await person.diary.post(items, headers)).body).toEqual(response.body);
  const written = drafts.map((entry, i) => ({
    ...entry,
    id: response.body.items[i]?.id ?? '',
  }));
  expect(response.body.items).toMatchObject(written.map(buildExpectedEntry));
  person.entries.push(...written);
  person.ids.push(...written.map(({ id }) => id));
}

async function changeEntry(
  { diary, entries }: Person,
  id: string,
  { date, duration, servings, protein }: Partial<Draft>,
): Promise<void> {
  const entry = entries.find((candidate) => candidate.id === id);
  const isFood = entry?.type === 'food_entry';
  const response = await diary.change(id, {
    date,
    duration,
    servings: servings === undefined ? undefined : servings / 1000,
    nutritional_contents: protein === undefined ? undefined : { protein: protein / 1000 },
  });
  expect(response.status).toBe(entry ? 200 : 404);
  if (!entry) return;
  if (date) entry.date = date;
  if (isFood && servings !== undefined) entry.servings = servings;
  if (isFood && protein !== undefined) entry.protein = protein;
  if (!isFood && duration !== undefined) entry.duration = duration;
  const expected = buildExpectedEntry(entry);
  expect(pickMembers(response.body, expected)).toEqual(expected);
}

/** Picks the members of an item that `like` has, because the model does not have all. */
const pickMembers = (
  item: Partial<DiaryItem> | undefined,
  like: Partial<DiaryItem> = {},
) => Object.fromEntries(Object.keys(like).map((member) => [member, item?.[member]]));

async function expectDay({ diary, entries }: Person, date: string): Promise<void> {
  const expected = buildExpectedDay(entries, date);
  const listed = await diary.listDay(date);
  expect(listed).toHaveLength(expected.length);
  expect(listed.map((item, i) => pickMembers(item, expected[i]))).toEqual(expected);
}

/** Expects each entry under its id, and no deleted one. */
async function expectIds({ diary, entries, ids }: Person): Promise<void> {
  for (const id of ids) {
    const entry = entries.find((candidate) => candidate.id === id);
    const { status, body } = await diary.read(id);
    expect(status).toBe(entry ? 200 : 404);
    if (entry) expect(body.date).toBe(entry.date);
  }
}

async function perform(people: readonly Person[], action: Step): Promise<void> {
  const person = people[action.who];
  if (!person) return;
  const id =
    'which' in action ? (person.ids[action.which % person.ids.length] ?? 'none') : 'none';
  if ('drafts' in action) await post(person, action.drafts, action.twice);
  else if ('change' in action)
    await changeEntry(person, id, action.change as Partial<Draft>);
  else if ('date' in action) await expectDay(person, action.date);
  else {
    const index = person.entries.findIndex((entry) => entry.id === id);
    expect((await person.diary.remove(id)).status).toBe(index < 0 ? 404 : 204);
    if (index >= 0) person.entries.splice(index, 1);
  }
}

it('behaves like a list in memory for any actions of two users over several days', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 20, size: 'max' }),
      async (steps) => {
        const people = [1, 2].map(
          (): Person => ({
            diary: openDiaryInProcess(newId(new Date())),
            entries: [],
            ids: [],
          }),
        );
        for (const action of steps) await perform(people, action);
        for (const person of people) {
          for (const day of days) await expectDay(person, day);
          await expectIds(person);
        }
      },
    ),
    { numRuns: 12 },
  );
});

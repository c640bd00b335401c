import { describe, expect, it } from 'vitest';
import { groupParameters, parseQueryPairs } from '#shared/http/parameters.ts';
import type { Entry } from './entry.ts';
import { DiaryQuery } from './list/query.ts';
import { listItems, optionalMembers } from './listing.ts';

const date = '2026-11-20';
const energy = { unit: 'calories', value: 300 } as const;

const run: Entry = {
  id: 'run',
  type: 'exercise',
  date,
  start_time: '2026-11-20T09:00:00-08:00',
  duration: 1800,
  energy,
  exercise: { id: '1' },
};

const createFood = (id: string, diary_meal: string): Entry => ({
  id,
  type: 'food_entry',
  date,
  diary_meal,
  servings: 1,
  food: { name: 'Soup' },
  nutritional_contents: { energy },
});

const entries = [
  createFood('first', 'Lunch'),
  run,
  createFood('second', 'Breakfast'),
  createFood('third', 'Lunch'),
];

/** Parses a query string, as the gateway and the service do. */
function parseQuery(text: string) {
  const pairs = [...new URLSearchParams(text)];
  const pairsByName = [...Map.groupBy(pairs, ([name]) => name)];
  const values = pairsByName.map(([name, sent]) => [
    name,
    sent.map(([, value]) => value),
  ]);
  return DiaryQuery.safeParse(
    groupParameters(parseQueryPairs(Object.fromEntries(values))),
  );
}

function list(text: string) {
  const query = parseQuery(text);
  if (!query.success) throw query.error;
  return listItems(date, entries, query.data);
}

const [meals, food] = [
  ['diary_meal', 'diary_meal'],
  ['food_entry', 'food_entry', 'food_entry'],
];

describe('the list of a day', () => {
  it.each([
    ['types=exercise', ['exercise']],
    ['types=exercise,diary_meal', [...meals, 'exercise']],
    ['types=exercise,%20diary_meal,', [...meals, 'exercise']],
    ['types=exercise%2Cdiary_meal', [...meals, 'exercise']],
    ['types=exercise&types=diary_meal', [...meals, 'exercise']],
    ['types[]=exercise&types%5B%5D=diary_meal', [...meals, 'exercise']],
    ['types[0]=exercise&types%5B1%5D=diary_meal', [...meals, 'exercise']],
    ['types[]=exercise,diary_meal', [...meals, 'exercise']],
    ['types=exercise&types[]=diary_meal', [...meals, 'exercise']],
    ['types=food_entry', food],
    ['types=', [...meals, 'exercise']],
    ['types=,', [...meals, 'exercise']],
    ['', [...meals, 'exercise']],
  ])('has the types that %s selects', (query, types) => {
    expect(list(query).map(({ type }) => type)).toEqual(types);
  });

  it.each([
    ['', []],
    ['&fields[]=exercise', ['exercise']],
    ['&fields%5B%5D=exercise&fields%5B%5D=energy', ['exercise', 'energy']],
    [
      '&fields[0]=exercise&fields[1]=nutritional_contents',
      ['exercise', 'nutritional_contents'],
    ],
    ['&fields%5B0%5D=food&fields%5B1%5D=energy', ['energy', 'food']],
    ['&fields[]=nutritional_contents,exercise', ['exercise', 'nutritional_contents']],
    [
      '&fields[]=nutritional_contents%2Cexercise&fields[]=food',
      ['exercise', 'nutritional_contents', 'food'],
    ],
    ['&fields=energy', ['energy']],
    ['&fields[]=', []],
  ])('has only the members that %s selects', (query, included) => {
    const items = list(`types=diary_meal,exercise,food_entry${query}`);
    const found = new Set(items.flatMap((item) => Object.keys(item)));
    expect(optionalMembers.filter((member) => found.has(member))).toEqual(included);
    const always = ['type', 'date', 'diary_meal', 'id', 'duration', 'servings'];
    expect([...found]).toEqual(expect.arrayContaining(always));
  });

  it.each([
    ['', false],
    ['&fields[]=energy', false],
    ['&fields[]=exercise', true],
    ['&fields[]=all', true],
  ])('has the offset of a start with its exercise: %s', (query, isShown) => {
    const [exercise] = list(`types=exercise${query}`);
    expect(exercise).toHaveProperty('start_time');
    expect('start_offset' in (exercise ?? {})).toBe(isShown);
  });

  it.each([
    ['entry_date=2026-02-30', 'entry_date'],
    ['entry_date=20-11-2026', 'entry_date'],
    ['entry_date=', 'entry_date'],
    ['entry_date=2026-11-20T00:00:00Z', 'entry_date'],
    ['entry_date=1899-12-31', 'entry_date'],
    ['entry_date=2026-11-20&entry_date=2026-11-21', 'entry_date'],
    ['fields[]=calories', 'fields[]'],
    ['fields[3]=energy,colour', 'fields[]'],
    ['types=water', 'types'],
    ['types[1]=water', 'types[]'],
    ['types=exercise,water,sleep', 'types'],
  ])('rejects %s and names the parameter', (query, name) => {
    const { error } = parseQuery(query);
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
  });
});

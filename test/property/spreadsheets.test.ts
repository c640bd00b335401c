import { expect, it } from 'vitest';
import { newPerson } from '#kit/fixtures.ts';
import { importFile, openPerson } from '#kit/own-exports.ts';
import fc from '#kit/property.ts';
import type { Send } from '#kit/send.ts';

/** How a program writes a table. */
const anyDialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  sign: fc.constantFrom('.', ','),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'bom', 'utf16le', 'latin1'),
  isQuoted: fc.boolean(),
  date: fc.constantFrom(
    '2026-02-d',
    'd.02.2026',
    'd/02/2026',
    '02/d/2026',
    'Feb d, 2026',
  ),
  columns: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
});
type Dialect = typeof anyDialect extends fc.Arbitrary<infer Value> ? Value : never;

const pad = (day: number) => String(day).padStart(2, '0');

function writeTable(rows: readonly (readonly string[])[], dialect: Dialect): Buffer {
  const { delimiter, lineEnd, encoding, isQuoted, columns } = dialect;
  const write = (cell = '') =>
    isQuoted || /["\n]/.test(cell) || cell.includes(delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lines = rows.map((row) => columns.map((at) => write(row[at])).join(delimiter));
  const text = lines.join(lineEnd) + lineEnd;
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, encoding);
  if (encoding === 'latin1') return Buffer.from(text, encoding);
  return Buffer.from(encoding === 'bom' ? `\uFEFF${text}` : text);
}

const toNumber = (value: number, decimals: number, { sign }: Dialect) =>
  value.toFixed(decimals).replace('.', sign);

/** Imports a table as a new person, who can read the diary and the values of the body. */
async function importTable(content: Buffer) {
  const person = await openPerson(await newPerson());
  const seen = await importFile(person, { name: 'table.csv', content });
  return { seen, send: person.send };
}

/** Lists the members of responses that have a list `items`. */
async function listItems<Item>(send: Send, path: string): Promise<Item[]> {
  return (await send<{ items: Item[] }>('GET', path, { host: 'diary' })).body.items;
}

const anyFood = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  meal: fc.constantFrom('Frühstück', 'Lunch'),
  name: fc.constantFrom(
    'Hafer; "fein"',
    'Brot, hell',
    'Tee | Kräuter',
    'a\nb',
    'Käse 45 %',
  ),
  energy: fc.integer({ min: 1, max: 200_000 }).map((value) => value / 100),
  sodium: fc.integer({ min: 0, max: 5000 }).map((value) => value / 1000),
});

interface SeenFood {
  date: string;
  diary_meal: string;
  food: { name: string };
  nutritional_contents: unknown;
}

it('a table of food becomes the entries that it was written from, in every dialect', async () => {
  const anyTable = fc.array(anyFood, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(anyTable, anyDialect, async (written, dialect) => {
      // A day above 12 tells the order of the others.
      const last = { day: 28, meal: 'Lunch', name: 'Suppe', energy: 1.25, sodium: 0.5 };
      const foods = [...written, last].toSorted((one, other) => one.day - other.day);
      const rows = foods.map(({ day, meal, name, energy, sodium }) => [
        dialect.date.replace('d', pad(day)),
        meal,
        name,
        toNumber(energy, 2, dialect),
        toNumber(sodium, 3, dialect),
      ]);
      const headings = ['Date', 'Meal', 'Name', 'Energy (kcal)', 'Sodium (g)'];
      const { seen, send } = await importTable(writeTable([headings, ...rows], dialect));
      expect(seen).toMatchObject({ entries: foods.length, counts: { imported: 1 } });
      for (const day of new Set(foods.map((each) => each.day))) {
        const path = `/v2/diary?entry_date=2026-02-${pad(day)}&types=food_entry&fields[]=all`;
        const stored = await listItems<SeenFood>(send, path);
        const expected = foods.filter((each) => each.day === day);
        expect(stored).toMatchObject(
          expected.map(({ meal, name, energy, sodium }) => ({
            diary_meal: meal,
            food: { name: name.replace('\n', ' ') },
            nutritional_contents: {
              energy: { unit: 'calories', value: energy },
              sodium: Math.round(sodium * 1000),
            },
          })),
        );
      }
    }),
    { numRuns: 15 },
  );
});

const anyDay = fc.record({
  day: fc.integer({ min: 1, max: 27 }),
  weight: fc.integer({ min: 4000, max: 15_000 }).map((value) => value / 100),
  body_fat: fc.integer({ min: 50, max: 500 }).map((value) => value / 10),
  steps: fc.integer({ min: 1, max: 30_000 }),
});

interface SeenValue {
  type: string;
  date: string;
  value: number;
}

it('a table of measurements becomes the values that it was written from', async () => {
  const options = {
    minLength: 1,
    maxLength: 9,
    selector: ({ day }: { day: number }) => day,
  };
  const anyTable = fc.uniqueArray(anyDay, options);
  await fc.assert(
    fc.asyncProperty(anyTable, anyDialect, async (written, dialect) => {
      const days = [...written, { day: 28, weight: 80.25, body_fat: 18.5, steps: 9 }];
      const rows = days.map(({ day, weight, body_fat, steps }) => [
        dialect.date.replace('d', pad(day)),
        `${toNumber(weight, 2, dialect)} kg`,
        toNumber(body_fat, 1, dialect),
        String(steps),
        'ä',
      ]);
      const headings = ['Date', 'Weight', 'Body fat (%)', 'Steps', 'Note'];
      const { seen, send } = await importTable(writeTable([headings, ...rows], dialect));
      expect(seen.counts).toMatchObject({ imported: 1 });
      const path = '/v2/measurements?from=2026-02-01&to=2026-02-28&limit=100';
      const stored = await listItems<SeenValue>(send, path);
      const told = stored.map(({ type, date, value }) => `${date} ${type} ${value}`);
      const expected = days.flatMap(({ day, weight, body_fat, steps }) =>
        Object.entries({ weight, body_fat, steps }).map(
          ([type, value]) => `2026-02-${pad(day)} ${type} ${value}`,
        ),
      );
      expect(told.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 15 },
  );
});

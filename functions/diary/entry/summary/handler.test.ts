import { describe, expect, it } from 'vitest';
import { callHandlerAs } from '#kit/call-handler.ts';
import fc from '#kit/property.ts';
import { putItems } from '#kit/put-items.ts';
import { newId } from '#shared/runtime/ids.ts';
import { addDays, countDays } from '../dates.ts';
import { dayKeys } from '../day.keys.ts';
import { findPageRange, type RangeSummary, SummaryQuery } from './summary.ts';

interface Body {
  items: RangeSummary[];
  _links?: { self: { href: string }[]; next?: { href: string }[] };
}

/** 899 days with a leap day, and weeks, months and years that it cuts. */
const first = '2023-08-16';
const last = addDays(first, 898);

/** Ids of activity types: run, trail run, ride, road ride, and one of a client. */
const exerciseIds = ['1', '6', '51', '52', 'own'];

const amount = fc.integer({ min: 0, max: 400_000 }).map((units) => units / 1000);
const energy = fc.record({
  unit: fc.constantFrom('calories', 'kilojoules'),
  value: amount,
});
const exercise = fc.record(
  {
    type: fc.constant('exercise'),
    exercise: fc.record({ id: fc.constantFrom(...exerciseIds) }),
    duration: fc.integer({ min: 1, max: 9000 }),
    energy,
    distance: amount,
    energy_source: fc.constant('unknown'),
    source: fc.record({
      remote_connection_type: fc.constantFrom('polar', 'strava'),
      remote_id: fc.constant('1'),
    }),
    hidden_by: fc.constant('another'),
  },
  { requiredKeys: ['type', 'exercise', 'duration', 'energy'] },
);
const food = fc.record({
  type: fc.constant('food_entry'),
  diary_meal: fc.constant('Lunch'),
  servings: fc.constantFrom(1, 1.5, 1 / 3),
  nutritional_contents: fc.record(
    { energy, protein: amount, iron: amount },
    { requiredKeys: [] },
  ),
});
const days = fc.uniqueArray(
  fc.record({
    offset: fc.integer({ min: -3, max: 901 }),
    entries: fc.array(fc.oneof(exercise, food), { minLength: 1, maxLength: 3 }),
  }),
  { selector: ({ offset }) => offset, maxLength: 60 },
);

const toCalories = (sum: RangeSummary['energy_in']) =>
  sum && (sum.unit === 'calories' ? sum.value : sum.value / 4.184);

/** Sums what is known. Differences below a millionth are of rounded days. */
function sumKnown(amounts: readonly (number | null | undefined)[]): string {
  const known = amounts.filter((one) => one !== null && one !== undefined);
  if (known.length === 0) return 'unknown';
  return known.reduce((sum, one) => sum + one, 0).toFixed(4);
}

function toSums(items: readonly RangeSummary[]) {
  return {
    energy_in: sumKnown(items.map(({ energy_in }) => toCalories(energy_in))),
    energy_out: sumKnown(items.map(({ energy_out }) => toCalories(energy_out))),
    energy_unknown: sumKnown(items.map((item) => item.energy_unknown)),
    duration: sumKnown(items.map(({ duration }) => duration)),
    distance: sumKnown(items.map(({ distance }) => distance)),
    protein: sumKnown(items.map(({ nutrients }) => nutrients.protein)),
    iron: sumKnown(items.map(({ nutrients }) => nutrients.iron)),
  };
}

it('has the same sums by day, week, month and year, for who may see some', async () => {
  const hidden = fc.subarray(['polar', 'strava']);
  const filter = fc.constantFrom({}, { exercise: '1' }, { exercise: '51' });
  const week_start = fc.constantFrom('monday', 'sunday');
  await fc.assert(
    fc.asyncProperty(days, hidden, filter, week_start, async (stored, ...options) => {
      const [hiddenTypes, filter, week_start] = options;
      const user_id = newId(new Date());
      await putItems(
        stored.map(({ offset, entries }) => {
          const date = addDays(first, offset);
          const batch = entries.map((entry) => ({ date, ...entry }));
          return {
            ...dayKeys.diaryDay(user_id, date),
            [newId(new Date())]: { ...batch },
          };
        }),
      );
      const send = callHandlerAs(user_id, () => {}, hiddenTypes);
      const read = async (path: string): Promise<Body> => {
        const { status, body } = await send<Body>('GET', path, { host: 'diary' });
        expect(status).toBe(200);
        return body;
      };
      const readAll = async (by: string): Promise<RangeSummary[]> => {
        const query = { from: first, to: last, by, week_start, ...filter };
        let path = `/v2/diary/summary?${new URLSearchParams(query)}`;
        const items: RangeSummary[] = [];
        for (;;) {
          const body = await read(path);
          items.push(...body.items);
          expect(body._links?.self[0]?.href).toBe(path);
          const [next] = body._links?.next ?? [];
          if (!next) return items;
          path = next.href;
        }
      };

      const byDay: RangeSummary[] = [];
      for (let from = first; from <= last; from = addDays(from, 92)) {
        const [to = last] = [addDays(from, 91), last].toSorted();
        const query = new URLSearchParams({ from, to, ...filter });
        byDay.push(...(await read(`/v2/diary/summary?${query}`)).items);
      }
      for (const by of ['week', 'month', 'year']) {
        const ranges = await readAll(by);
        const summed = ranges.map((range) => {
          const { date, last_date = '' } = range;
          const inside = byDay.filter((day) => day.date >= date && day.date <= last_date);
          expect({ date, ...toSums([range]) }).toEqual({ date, ...toSums(inside) });
          expect(inside).not.toEqual([]);
          return inside.length;
        });
        expect(summed.reduce((sum, count) => sum + count, 0)).toBe(byDay.length);
        const bounds = ranges.flatMap(({ date, last_date = '' }) => [date, last_date]);
        expect(bounds).toEqual(bounds.toSorted());
        for (const { date, last_date = '', is_partial } of ranges) {
          const isCut = date === first || last_date === last;
          expect({ date, is_partial }).toEqual({ date, is_partial: isCut });
        }
      }
    }),
    { numRuns: 5 },
  );
});

describe('the days of a response', () => {
  const find = (from: string, to: string, by: string, week_start = 'monday') => {
    const range = findPageRange(SummaryQuery.parse({ from, to, by, week_start }));
    return [range.last, countDays(range.first, range.last) + 1];
  };

  it.each([
    ['2024-01-01', 'year', 'monday', '2024-12-31', 366],
    ['2023-01-01', 'year', 'monday', '2023-12-31', 365],
    ['2023-12-31', 'year', 'monday', '2023-12-31', 1],
    ['2024-01-02', 'month', 'monday', '2024-12-31', 365],
    ['2023-02-28', 'month', 'monday', '2024-01-31', 338],
    ['2024-01-01', 'week', 'monday', '2024-12-29', 364],
    ['2024-01-01', 'week', 'sunday', '2024-12-28', 363],
  ] as const)('from %s by %s, weeks from %s, end with a whole one', (...row) => {
    const [from, by, week_start, ...expected] = row;
    expect(find(from, '2030-06-15', by, week_start)).toEqual(expected);
  });

  it('are all days of the query if they are at most 366', () => {
    expect(find('2025-03-05', '2026-03-05', 'week')).toEqual(['2026-03-05', 366]);
  });
});

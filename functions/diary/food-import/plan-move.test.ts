import { expect, it } from 'vitest';
import type { DayItem } from '#functions/diary/entry/day-item.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { ExportedRow } from './plan-export-day.ts';
import { planMove } from './plan-move.ts';

const [first, second] = ['2026-11-20', '2026-11-21'];
const by = { import_id: 'i', file_name: 'f', madeAt: 1, isReread: false };
const now = new Date();

const food = { type: 'food_entry' as const, date: second, servings: 1 };
const moved: ExportedRow = {
  row: 1,
  entry: { ...food, diary_meal: 'Lunch', nutritional_contents: {} },
  key: 'k',
  firstDate: first,
};

it.each([
  { workouts: 100_000, outcome: 'created', days: [second, first] },
  // An entry without a note would be there twice after an export of before its move.
  { workouts: 114_600, outcome: 'day_full', days: [] },
])('an entry is $outcome beside $workouts bytes of workouts', (expected) => {
  const { workouts, outcome, days } = expected;
  const synced = { remote_connection_type: 'polar', name: 'x'.repeat(workouts) };
  const items = new Map<string, DayItem>([[first, { [newId(now)]: synced }]]);
  const planned = planMove(items, moved, by, now);
  expect(planned.outcome.outcome).toBe(outcome);
  expect(planned.updates.map(({ date }) => date)).toEqual(days);
});

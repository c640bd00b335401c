import { expect, it } from 'vitest';
import { maxKilobytes } from '#functions/diary/entry/bounds.ts';
import type { DayItem } from '#functions/diary/entry/day-item.ts';
import { applyChange } from '#shared/table/guarded-write.ts';
import { type ExportedRow, planExportDay } from './plan-export-day.ts';

const date = '2026-11-20';
const by = { import_id: 'i', file_name: 'f', madeAt: 1, isReread: false };

/** Returns as many entries as a day can have, with a text of some bytes. */
const listRows = (bytes: number) =>
  Array.from({ length: 500 }, (_, index): ExportedRow => {
    const food = { name: 'x'.repeat(bytes), brand: 'x'.repeat(bytes) };
    const entry = { type: 'food_entry' as const, date, servings: 1, food };
    const whole = { ...entry, diary_meal: 'Lunch', nutritional_contents: {} };
    return { row: index + 1, entry: whole, key: `k${index}`, firstDate: date };
  });

const apply = (item: DayItem, planned: ReturnType<typeof planExportDay>): DayItem =>
  planned.update ? applyChange(item, planned.update.change) : item;

it('replaces entries by longer ones only as long as the day has room', () => {
  const now = new Date();
  const item = apply({}, planExportDay({}, { date, rows: listRows(10) }, by, now));
  const later = { ...by, import_id: 'j', madeAt: 2 };
  const planned = planExportDay(item, { date, rows: listRows(255) }, later, now);
  expect(apply(item, planned).own_bytes).toBeLessThanOrEqual(maxKilobytes * 1024);
  const outcomes = new Set(planned.outcomes.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['corrected', 'day_full']);
});

it('keeps the value of the latest export that has had it', () => {
  const now = new Date();
  let item: DayItem = {};
  const values = [
    { madeAt: 1, bytes: 10 },
    { madeAt: 3, bytes: 10 },
    { madeAt: 2, bytes: 20 },
  ];
  for (const { madeAt, bytes } of values) {
    const rows = listRows(bytes).slice(0, 1);
    item = apply(item, planExportDay(item, { date, rows }, { ...by, madeAt }, now));
  }
  expect(JSON.stringify(item)).not.toContain('x'.repeat(20));
});

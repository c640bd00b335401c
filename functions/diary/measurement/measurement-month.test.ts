import { describe, expect, it } from 'vitest';
import type { SentMeasurement } from './measurement.ts';
import {
  addValues,
  deleteValue,
  findValue,
  listValues,
  type MeasurementMonth,
  monthLimits,
} from './measurement-month.ts';

const phone = { kind: 'application', client_id: 'phone' } as const;
const scale = { kind: 'application', client_id: 'scale' } as const;
const month = { type: 'weight', month: '2026-11' } as const;

function weigh(minute: number, change: Partial<SentMeasurement> = {}): SentMeasurement {
  const time = `2026-11-20T07:${String(minute).padStart(2, '0')}:00+01:00`;
  return { type: 'weight', date: '2026-11-20', time, value: 80, ...change };
}

const listOf = (stored: MeasurementMonth) =>
  listValues(month, stored).map(({ measured: { value } }) => value);

describe('values of a month', () => {
  it('replace those at the same time, and equal ones are unchanged', () => {
    const first = addValues(undefined, phone, [weigh(1), weigh(2)]);
    expect(first.outcomes).toEqual(['stored', 'stored']);
    const second = addValues(first.month, phone, [weigh(1), weigh(2, { value: 81 })]);
    expect(second.outcomes).toEqual(['unchanged', 'stored']);
    expect(listOf(second.month)).toEqual([80, 81]);
    const other = addValues(second.month, scale, [weigh(1, { value: 79 })]);
    expect(listOf(other.month)).toEqual([80, 81, 79]);
  });

  it('move with the id that their origin has given them', () => {
    const first = addValues(undefined, phone, [weigh(1, { external_id: 'a' })]);
    const second = addValues(first.month, phone, [weigh(9, { external_id: 'a' })]);
    expect(second.outcomes).toEqual(['stored']);
    expect(listValues(month, second.month).map(({ measured: { time } }) => time)).toEqual(
      [weigh(9).time],
    );
    expect(
      addValues(second.month, phone, [weigh(9, { external_id: 'a' })]).outcomes,
    ).toEqual(['unchanged']);
  });

  it('are ignored beyond what a day, a month and its origins have room for', () => {
    const many = Array.from({ length: monthLimits.dayValues + 2 }, (_, index) =>
      weigh(index),
    );
    const full = addValues(undefined, phone, many);
    expect(full.outcomes.slice(-3)).toEqual(['stored', 'ignored', 'ignored']);
    expect(addValues(full.month, phone, [weigh(0, { value: 70 })]).outcomes).toEqual([
      'stored',
    ]);

    const large = {
      ...month,
      ...full.month,
      values: {
        'x 1': {
          date: '2026-11-01',
          value: 1,
          external_id: 'x'.repeat(monthLimits.bytes),
        },
      },
    };
    expect(addValues(large, scale, [weigh(1)]).outcomes).toEqual(['ignored']);

    let crowded: MeasurementMonth | undefined;
    for (let index = 0; index < monthLimits.origins; index += 1)
      crowded = addValues(crowded, { kind: 'application', client_id: `c${index}` }, [
        weigh(1),
      ]).month;
    expect(addValues(crowded, scale, [weigh(1)]).outcomes).toEqual(['ignored']);
  });

  it('stay deleted if the person has deleted them, but not if their origin has', () => {
    const { month: stored } = addValues(undefined, phone, [weigh(1)]);
    const [placed] = listValues(month, stored);
    if (!placed) throw new Error('Nothing is stored.');
    const byOrigin = deleteValue(stored, placed, { isOrigin: true, seconds: 1 });
    expect(findValue(byOrigin, placed)).toBeUndefined();
    expect(byOrigin.origins).toEqual({});
    expect(addValues(byOrigin, phone, [weigh(1)]).outcomes).toEqual(['stored']);

    const byPerson = deleteValue(stored, placed, { isOrigin: false, seconds: 1 });
    expect(addValues(byPerson, phone, [weigh(1)]).outcomes).toEqual(['ignored']);
    expect(addValues(byPerson, scale, [weigh(1)]).outcomes).toEqual(['stored']);
  });
});

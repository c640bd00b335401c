import { describe, expect, it } from 'vitest';
import { addValues } from './add-values.ts';
import {
  formatMeasurementId,
  type MeasurementOrigin,
  type PlacedMeasurement,
  parseMeasurementId,
  type SentMeasurement,
} from './measurement.ts';
import {
  editValues,
  findValue,
  isSamePlace,
  listValues,
  type MeasurementMonth,
  markDeleted,
  monthLimits,
} from './measurement-month.ts';
import { toNightId } from './night.ts';

const phone = { kind: 'application', client_id: 'phone' } as const;
const inbox = { kind: 'inbox', inbox_id: 'phone' } as const;
const scale = { kind: 'application', client_id: 'scale' } as const;
const month = { type: 'weight', month: '2026-11' } as const;

function weigh(minute: number, change: Partial<SentMeasurement> = {}): SentMeasurement {
  const time = `2026-11-20T07:${String(minute).padStart(2, '0')}:00+01:00`;
  return { type: 'weight', date: '2026-11-20', time, value: 80, ...change };
}

const add = (
  stored: MeasurementMonth | undefined,
  source: MeasurementOrigin,
  sent: readonly SentMeasurement[],
  import_id?: string,
) => addValues(stored, { source, sent, import_id });

const toParts = ({ type, month: of, origin, slot }: PlacedMeasurement) => ({
  ...{ type, month: of, origin, slot },
});

const listOf = (stored: MeasurementMonth) =>
  listValues(month, stored).map(({ measured: { value } }) => value);

describe('values of a month', () => {
  it('replace those at the same time, and equal ones are unchanged', () => {
    const first = add(undefined, phone, [weigh(1), weigh(2)]);
    expect(first.outcomes).toEqual(['stored', 'stored']);
    const second = add(first.month, phone, [weigh(1), weigh(2, { value: 81 })]);
    expect(second.outcomes).toEqual(['unchanged', 'stored']);
    expect(listOf(second.month)).toEqual([80, 81]);
    const other = add(second.month, scale, [weigh(1, { value: 79 })]);
    expect(listOf(other.month)).toEqual([80, 81, 79]);
  });

  it('are unchanged if several of one time come again, of which the last stays', () => {
    const sent = [weigh(1), weigh(1, { value: 80.1 })];
    const read = (stored: MeasurementMonth | undefined, readAt: number) =>
      addValues(stored, { source: inbox, sent, readAt: new Date(readAt) });
    const first = read(undefined, 1);
    expect(listOf(first.month)).toEqual([80.1]);
    const again = read(first.month, 2);
    expect(again).toMatchObject({
      outcomes: ['unchanged', 'unchanged'],
      isChanged: false,
    });
    expect(again.month).toEqual(first.month);
  });

  it('move with the id that their origin has given them', () => {
    const first = add(undefined, phone, [weigh(1, { external_id: 'a' })]);
    const second = add(first.month, phone, [weigh(9, { external_id: 'a' })]);
    expect(second.outcomes).toEqual(['stored']);
    expect(listValues(month, second.month).map(({ measured: { time } }) => time)).toEqual(
      [weigh(9).time],
    );
    expect(add(second.month, phone, [weigh(9, { external_id: 'a' })]).outcomes).toEqual([
      'unchanged',
    ]);
  });

  it('both stay if one of them moves to the time from which the other one moves', () => {
    const send = (stored: MeasurementMonth | undefined, [a, b]: [number, number]) =>
      add(stored, phone, [
        weigh(a, { external_id: 'a' }),
        weigh(b, { external_id: 'b', value: 81 }),
      ]);
    let stored = send(undefined, [1, 2]);
    for (const minutes of [
      [2, 3],
      [1, 2],
      [2, 1],
    ] as [number, number][]) {
      stored = send(stored.month, minutes);
      expect(stored.outcomes).toEqual(['stored', 'stored']);
      expect(listOf(stored.month).sort()).toEqual([80, 81]);
    }
  });

  it('of an application move with an id that looks like that of a night', () => {
    const external_id = toNightId('2026-11-20');
    const first = add(undefined, phone, [weigh(1, { external_id })]);
    const second = add(first.month, phone, [weigh(9, { external_id })]);
    expect(Object.values(second.month.values)).toMatchObject([
      { time: weigh(9).time, external_id },
    ]);
  });

  it('of a phone stay if their records are of one second, unless the person deletes one', () => {
    const [a, b] = ['a', 'b'].map((external_id) => weigh(1, { external_id }));
    if (!a || !b) throw new Error('There are two.');
    const { month: both } = add(undefined, inbox, [a, b]);
    const again = add(both, inbox, [b, a]);
    expect([again.outcomes, again.isChanged]).toEqual([
      ['unchanged', 'unchanged'],
      false,
    ]);
    const placed = listValues(month, both);
    expect(placed.map(({ measured }) => measured.external_id)).toEqual(['a', 'b']);
    for (const place of placed) {
      expect(parseMeasurementId(formatMeasurementId(place))).toEqual(toParts(place));
      const left = editValues(month, both, (value) =>
        isSamePlace(value, place) ? undefined : value.measured,
      );
      const marked = left && markDeleted(left, place, 1);
      expect(add(marked, inbox, [a, b]).outcomes.sort()).toEqual([
        'ignored',
        'unchanged',
      ]);
    }
  });

  it('are a night and a nap, in whatever order an app sends each alone', () => {
    const toSleep = (from: string, to: string, value: number): SentMeasurement => ({
      type: 'sleep',
      date: '2026-11-20',
      time: `2026-11-${from}:00+01:00`,
      value,
      sleep: { end: `2026-11-20T${to}:00+01:00` },
      external_id: toNightId('2026-11-20'),
    });
    const night = toSleep('19T23:00', '06:00', 23_400);
    const nap = toSleep('20T14:00', '14:40', 2400);
    const corrected = toSleep('19T22:30', '06:00', 25_000);
    for (const sent of [
      [night, nap, corrected, nap],
      [nap, night, nap, corrected],
    ]) {
      const { values } = sent.reduce<MeasurementMonth>(
        (stored, each) =>
          addValues(stored, {
            ...{ source: inbox, sent: [each] },
            wholeBefore: { sleep: '2026-11-21' },
          }).month,
        { origins: {}, values: {}, deleted: {} },
      );
      const { type: _, ...kept } = corrected;
      expect(Object.values(values)).toHaveLength(2);
      expect(Object.values(values)).toContainEqual(kept);
      expect(Object.values(values)).toContainEqual(
        expect.objectContaining({ value: 2400, sleep: { ...nap.sleep, is_nap: true } }),
      );
    }
  });

  it('are ignored beyond what a day, a month and its origins have room for', () => {
    const many = Array.from({ length: monthLimits.dayValues + 2 }, (_, index) =>
      weigh(index),
    );
    const full = add(undefined, phone, many);
    expect(full.outcomes.slice(-3)).toEqual(['stored', 'ignored', 'ignored']);
    expect(add(full.month, phone, [weigh(0, { value: 70 })]).outcomes).toEqual([
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
    expect(add(large, scale, [weigh(1)]).outcomes).toEqual(['ignored']);

    let crowded: MeasurementMonth | undefined;
    for (let index = 0; index < monthLimits.origins; index += 1)
      crowded = add(crowded, { kind: 'application', client_id: `c${index}` }, [
        weigh(1),
      ]).month;
    expect(add(crowded, scale, [weigh(1)]).outcomes).toEqual(['ignored']);
  });

  it('stay deleted if the person has deleted them, but not if their origin has', () => {
    const { month: stored } = add(undefined, phone, [weigh(1)]);
    const [placed] = listValues(month, stored);
    if (!placed) throw new Error('Nothing is stored.');
    const byOrigin = editValues(month, stored, () => undefined);
    expect(findValue(byOrigin, placed)).toBeUndefined();
    expect(byOrigin?.origins).toEqual({});
    expect(add(byOrigin, phone, [weigh(1)]).outcomes).toEqual(['stored']);

    const byPerson = byOrigin && markDeleted(byOrigin, placed, 1);
    expect(add(byPerson, phone, [weigh(1)]).outcomes).toEqual(['ignored']);
    expect(add(byPerson, scale, [weigh(1)]).outcomes).toEqual(['stored']);
  });

  it('know the imports that have brought them', () => {
    const watch = { kind: 'file', source_name: 'Apple Watch' } as const;
    const first = add(undefined, watch, [weigh(1), weigh(2)], 'one');
    const second = add(first.month, watch, [weigh(1), weigh(2, { value: 81 })], 'two');
    expect([second.outcomes, second.isChanged]).toEqual([['unchanged', 'stored'], true]);
    const importsOf = (stored: MeasurementMonth) =>
      listValues(month, stored).map(({ measured: { imports } }) => imports);
    expect(importsOf(second.month)).toEqual([['one', 'two'], ['two']]);
    expect(add(second.month, watch, [weigh(1)], 'one').isChanged).toBe(false);
  });
});

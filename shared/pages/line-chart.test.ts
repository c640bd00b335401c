import { describe, expect, it } from 'vitest';
import { listParts, listTicks, renderLineChart, toPath } from './line-chart.ts';

describe('a line', () => {
  it('is not drawn across an unknown value', () => {
    const parts = listParts([0, 10, 20, 30, 40], [1, 2, null, 3, 4]);
    expect(parts).toEqual([
      [
        [0, 1],
        [10, 2],
      ],
      [
        [30, 3],
        [40, 4],
      ],
    ]);
  });

  it('is not drawn across a pause, which has no points', () => {
    const seconds = [0, 10, 20, 30, 40, 50, 60, 70, 80, 1200];
    const parts = listParts(
      seconds,
      seconds.map(() => 1),
    );
    expect(parts.map((part) => part.length)).toEqual([9, 1]);
  });

  it('has distances from point to point, and a dot for a single one', () => {
    const parts = [
      [
        [10.4, 20],
        [20, 10],
        [20.2, 10.1],
        [5, 30],
      ],
      [[7, 8]],
    ] as const;
    expect(toPath(parts)).toBe('M10 20l0 0 10-10-15 20M7 8l0 0');
  });
});

describe('the axis of a value', () => {
  it.each([
    {
      values: [118, null, 181],
      scale: 'decimal',
      minStep: 5,
      ticks: [100, 120, 140, 160, 180, 200],
    },
    { values: [203, 247], scale: 'decimal', minStep: 5, ticks: [200, 220, 240, 260] },
    {
      values: [272, 370],
      scale: 'seconds',
      minStep: 5,
      ticks: [270, 300, 330, 360, 390],
    },
  ] as const)(
    'has steps that people count in: $values',
    ({ values, scale, minStep, ticks }) => {
      expect(listTicks(values, scale, minStep)).toEqual(ticks);
    },
  );

  it('has a flat line in its middle', () => {
    expect(listTicks([120, 120], 'decimal', 5)).toEqual([115, 120, 125]);
  });
});

it('draws a chart of one point', () => {
  const chart = renderLineChart({
    id: 'power',
    title: 'Power (W)',
    story: '200 W all the time.',
    description: 'A line over time.',
    places: [0],
    values: [200],
    scale: 'decimal',
    minStep: 5,
    formatTick: String,
  });
  expect(chart.html).toContain('d="M0 160l0 0"');
});

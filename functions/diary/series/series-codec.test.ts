import { describe, expect, it } from 'vitest';
import fc from '#kit/property.ts';
import { decodeOutline, decodeSeries, encodeCurves } from './series-codec.ts';
import type { WorkoutCurves } from './workout-curves.ts';

/** Generates numbers with a step, so that nothing is rounded, also those that no sensor measures. */
function steps(stepsOfUnit: number, { min = 0, max = 60_000_000 } = {}) {
  return fc.integer({ min, max }).map((value) => value / stepsOfUnit);
}

const counts = fc.integer({ min: 0, max: 500_000 });

/** Generates a column of values and gaps, with a value at its start. */
function column(value: fc.Arbitrary<number>, length: number) {
  const size = { minLength: length - 1, maxLength: length - 1, size: 'max' } as const;
  const more = fc.array(fc.option(value, { freq: 5 }), size);
  return fc.tuple(value, more).map(([first, others]) => [first, ...others]);
}

const optional = { requiredKeys: ['seconds'] as 'seconds'[] };

const lap = fc.record(
  {
    start: steps(100),
    duration: steps(100),
    distance: steps(10),
    avg_heart_rate: counts,
    max_heart_rate: counts,
  },
  { requiredKeys: ['start', 'duration'] },
);

const sums = { duration: steps(10), distance: steps(10), elevation_change: steps(10) };

const signed = { min: -60_000_000 };

const series = fc.integer({ min: 1, max: 240 }).chain((length) =>
  fc.record(
    {
      seconds: fc.array(steps(100), { minLength: length, maxLength: length }),
      distance: column(steps(10), length),
      elevation: column(steps(10, signed), length),
      heart_rate: column(counts, length),
      speed: column(steps(100), length),
      cadence: column(counts, length),
      power: column(counts, length),
      laps: fc.array(lap, { minLength: 1, maxLength: 200, size: 'max' }),
      lap_count: counts,
      stated: fc.record({
        avg_heart_rate: counts,
        elevation_change: sums.elevation_change,
      }),
      summed: fc.record({ duration: sums.duration, distance: sums.distance }),
    },
    optional,
  ),
);

const latitude = steps(100_000, { min: -9_000_000, max: 9_000_000 });
const longitude = steps(100_000, { min: -18_000_000, max: 18_000_000 });
const part = fc.array(fc.tuple(latitude, longitude), { maxLength: 80, size: 'max' });
const outline = fc.array(part, { maxLength: 3, size: 'max' });

describe('the encoded curves of a workout', () => {
  it('decode to the same values, and never have more than 12 KB', () => {
    fc.assert(
      fc.property(fc.record({ series, outline }), (curves) => {
        const encoded = encodeCurves(curves);
        const { length } = encoded.series;
        expect(length + (encoded.outline?.length ?? 0)).toBeLessThanOrEqual(12 * 1024);
        expect(decodeSeries(encoded.series)).toEqual(curves.series);
        expect(decodeOutline(encoded.outline as Uint8Array)).toEqual(curves.outline);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  it('round what sensors do not measure', () => {
    const rough: WorkoutCurves = {
      series: { seconds: [0, 1.004], distance: [0, 2.96], speed: [null, Number.NaN] },
      outline: [[[48.123456, -11.999999]]],
    };
    const { series: encoded, outline: way = new Uint8Array() } = encodeCurves(rough);
    expect(decodeSeries(encoded)).toEqual({ seconds: [0, 1], distance: [0, 3] });
    expect(decodeOutline(way)).toEqual([[[48.12346, -12]]]);
  });

  it('read as none if another version has written them', () => {
    expect(decodeSeries(Uint8Array.of(2, 3, 0))).toBeUndefined();
    expect(decodeOutline(Uint8Array.of())).toBeUndefined();
  });
});

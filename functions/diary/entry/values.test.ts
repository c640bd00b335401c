import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import { idempotencyKeyLifetime } from '#shared/idempotency/idempotency-key.ts';
import { Decimal, toRoundedNumber } from './totals.ts';
import {
  bounds,
  countDecimals,
  dateBounds,
  lengths,
  maxDecimals,
  maxEntries,
  maxItems,
} from './values.ts';

const document = readFileSync(join(root, 'docs/openapi/diary.json'), 'utf8');

it('the OpenAPI document of the diary has every bound and unit', () => {
  const text = JSON.stringify(JSON.parse(document));
  for (const [name, { min, max }] of Object.entries(bounds))
    expect(text, name).toContain(`"minimum":${min},"maximum":${max}`);
  for (const length of Object.values(lengths))
    expect(text).toContain(`"maxLength":${length}`);
  expect(text).toContain(`from ${dateBounds.first} to ${dateBounds.last}`);
  expect(text).toContain(`"maxItems":${maxItems}`);
  expect(text).toContain(`limited to ${maxEntries} entries`);
  expect(text).toContain(`at most ${maxDecimals} decimal places`);
  expect(text).toContain(`${idempotencyKeyLifetime / 86_400} days`);
  for (const unit of [
    'Seconds.',
    'Meters.',
    'Meters per second.',
    'Beats per minute.',
    'Grams.',
    'Milligrams.',
  ])
    expect(text).toContain(unit);
});

function sum(...numbers: number[]): number {
  const total = numbers.reduce(
    (subtotal, number) => subtotal.plus(number),
    new Decimal(0),
  );
  return toRoundedNumber(total);
}

it('adds decimals without rounding errors', () => {
  expect(sum(0.1, 0.2)).toBe(0.3);
  expect(sum(...Array(1000).fill(0.1))).toBe(100);
  expect(sum(1.005, 1.005)).toBe(2.01);
  expect(sum(1e-9, 100_000)).toBe(100_000.000000001);
});

it('multiplies decimals without rounding errors', () => {
  const product = (one: number, other: number) =>
    toRoundedNumber(new Decimal(one).times(other));
  expect(product(4.35, 100)).toBe(435);
  expect(product(1.1, 1.1)).toBe(1.21);
  expect(product(0.3333333333333333, 9)).toBe(3);
});

it('divides to nine decimal places, rounded half up', () => {
  const quotient = (one: number, other: number) =>
    toRoundedNumber(new Decimal(one).div(other));
  expect(quotient(1, 3)).toBe(0.333333333);
  expect(quotient(2, 3)).toBe(0.666666667);
  expect(quotient(4.184, 4.184)).toBe(1);
  expect(quotient(100, 4.184)).toBe(23.900573614);
  expect(toRoundedNumber(new Decimal(0.0000000005))).toBe(0.000000001);
});

it('counts the digits after the decimal point', () => {
  expect([0, 100, 1e21, 1.5, 0.25, 1e-7, 1.25e-7].map(countDecimals)).toEqual([
    0, 0, 0, 1, 2, 7, 9,
  ]);
});

it('reads every double as the shortest decimal that identifies it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      // Adding 0 makes -0 and 0 equal.
      expect(new Decimal(value).toNumber() + 0).toBe(value + 0);
    }),
  );
});

it('returns the same sum in any order', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(amounts, (thousandths) => {
      const numbers = thousandths.map((amount) => amount / 1000);
      const exactSum = thousandths.reduce((total, amount) => total + amount) / 1000;
      expect(sum(...numbers)).toBe(exactSum);
      expect(sum(...numbers.toReversed())).toBe(exactSum);
    }),
  );
});

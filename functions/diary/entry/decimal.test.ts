import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal, dividedBy, plus, times, toNumber } from './decimal.ts';

const sum = (...numbers: number[]) => toNumber(numbers.map(decimal).reduce(plus));

it('adds decimals without drift (Y6)', () => {
  expect(sum(0.1, 0.2)).toBe(0.3);
  expect(sum(...Array(1000).fill(0.1))).toBe(100);
  expect(sum(1.005, 1.005)).toBe(2.01);
  expect(sum(1e-9, 100_000)).toBe(100_000.000000001);
});

it('multiplies decimals without drift', () => {
  expect(toNumber(times(decimal(4.35), decimal(100)))).toBe(435);
  expect(toNumber(times(decimal(1.1), decimal(1.1)))).toBe(1.21);
  expect(toNumber(times(decimal(0.3333333333333333), decimal(9)))).toBe(3);
});

it('divides to nine places, half up', () => {
  const quotient = (one: number, other: number) =>
    toNumber(dividedBy(decimal(one), decimal(other)));
  expect(quotient(1, 3)).toBe(0.333333333);
  expect(quotient(2, 3)).toBe(0.666666667);
  expect(quotient(4.184, 4.184)).toBe(1);
  expect(quotient(100, 4.184)).toBe(23.900573614);
  expect(toNumber(decimal(0.0000000005))).toBe(0.000000001);
});

it('reads every double as the shortest decimal number that names it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const { units, scale } = decimal(value);
      expect(Number(`${units}e-${scale}`) + 0).toBe(value + 0);
    }),
  );
});

it('sums in any order to the same', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(amounts, (thousandths) => {
      const numbers = thousandths.map((amount) => amount / 1000);
      expect(sum(...numbers)).toBe(thousandths.reduce((total, amount) => total + amount) / 1000);
      expect(sum(...numbers.toReversed())).toBe(sum(...numbers));
    }),
  );
});

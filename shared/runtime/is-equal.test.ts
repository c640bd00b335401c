import { describe, expect, it } from 'vitest';
import { isEqual } from './is-equal.ts';

describe('two values', () => {
  it.each<[unknown, unknown]>([
    ['a', 'a'],
    [
      { a: 1, b: [{ c: null, d: 2 }] },
      { b: [{ d: 2, c: null }], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [[], []],
  ])('are equal: %j and %j', (one, other) => {
    expect(isEqual(one, other)).toBe(true);
    expect(isEqual(other, one)).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [1, '1'],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [{ a: 1 }, { b: 1 }],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [['a'], ['a', 'b']],
    [[], {}],
    [['a'], { 0: 'a' }],
    [null, {}],
    [{}, { toString: 'a' }],
  ])('are not equal: %j and %j', (one, other) => {
    expect(isEqual(one, other)).toBe(false);
    expect(isEqual(other, one)).toBe(false);
  });
});

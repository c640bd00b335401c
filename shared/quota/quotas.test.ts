import { expect, it } from 'vitest';
import { defaultQuotas, formatQuotas, getCost, parseQuotas } from './quotas.ts';

it('passes limits on as the text of a claim', () => {
  const limits = {
    user: { '15min': 50, day: 500 },
    client: { '15min': 1000, day: 20_000 },
  };
  expect(formatQuotas(limits)).toBe('50 500 1000 20000');
  expect(parseQuotas('50 500 1000 20000')).toEqual(limits);
});

it.each([undefined, '', 200, '1 2 3', '1 2 3 4 5', '0 1 2 3', '-1 2 3 4', 'a b c d'])(
  'has the defaults if the claim cannot be read: %j',
  (claim) => {
    expect(parseQuotas(claim)).toEqual(defaultQuotas);
  },
);

it.each([
  [0, 1],
  [9, 1],
  [10, 2],
  [19, 2],
  [50, 6],
])('counts a body of %i items as %i', (count, cost) => {
  expect(getCost({ items: Array(count).fill({}) })).toBe(cost);
});

it.each([undefined, null, 'text', {}, { items: 'x' }])('counts %j as one', (body) => {
  expect(getCost(body)).toBe(1);
});

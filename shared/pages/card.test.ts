import { expect, it } from 'vitest';
import { renderStatistics } from './card.ts';

it.each([
  ['42,3 km', '<strong>42,3</strong> km'],
  ['4 h 10 min', '<strong>4</strong> h <strong>10</strong> min'],
  ['2:05 min/100 m', '<strong>2:05</strong> min/100 m'],
  ['none', '<strong>none</strong>'],
])('the numbers of %s are large, not those of its unit', (value, expected) => {
  const { html } = renderStatistics([{ label: 'Amount', value }]);
  expect(html).toContain(`<dd>${expected}</dd>\n`);
});

it('a comparison is a value of its own, so that no number follows another as text', () => {
  const { html } = renderStatistics([
    { label: 'Workouts', value: '5', comparison: '1 more than in the 7 days before' },
  ]);
  expect(html).toContain('<dd class="muted">1 more than in the 7 days before</dd>');
});

import { expect, it } from 'vitest';
import { leadsToConnections } from './empty-diary.ts';

it.each([
  { connectable: [], leads: false },
  { connectable: ['intervals_icu'], leads: false },
  { connectable: ['intervals_icu', 'strava'], leads: true },
])('an empty diary leads to connections if one needs no key: $connectable', (example) => {
  expect(leadsToConnections(example.connectable)).toBe(example.leads);
});

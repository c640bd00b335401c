import { expect, it } from 'vitest';
import { buildCapacityMessage } from './day-capacity.ts';

it.each([
  ['entries', /another day; 2026-11-20 is limited to 500 entries/],
  ['bytes', /shorter; the entries of 2026-11-20 are limited to 256 KB; delete some/],
  ['bytes_in_all', /in a request for fewer days; .* limited to 4 MB/],
] as const)('the message about %s says what to change', (limit, message) => {
  expect(buildCapacityMessage({ date: '2026-11-20', limit })).toMatch(message);
});

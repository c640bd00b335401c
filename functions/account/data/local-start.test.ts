import { expect, it } from 'vitest';
import { fromLocalStart, toLocalStart } from './local-start.ts';

it.each([
  ['2026-11-20T07:30:00+13:00', 'Europe/Berlin', '2026-11-20T07:30'],
  ['2026-11-20T23:30:00Z', 'Europe/Berlin', '2026-11-21T00:30'],
  ['2026-11-20T23:30:00Z', undefined, '2026-11-20T23:30'],
])('the local time of the start %s in %s is %s', (time, timeZone, local) => {
  expect(toLocalStart(time, timeZone)).toBe(local);
});

it.each([
  ['2026-11-20T07:30', '+13:00', '2026-11-20T07:30:00+13:00'],
  ['2026-11-20T07:30', undefined, '2026-11-20T07:30:00Z'],
  ['2026-07-20T00:30', 'America/St_Johns', '2026-07-20T00:30:00-02:30'],
  // The clocks go forward on March 29 and back on October 25, at 1:00 in UTC.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T01:59:00+01:00'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
  ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-25T01:59:00+02:00'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T03:00:00+01:00'],
])('the start at the local time %s in %s is %s', (local, place, time) => {
  expect(fromLocalStart(local, place)).toBe(time);
});

import { expect, it } from 'vitest';
import { createFormats } from './format.ts';

it.each([
  ['2026-11-25T02:36:00+13:00', '2:36 AM (UTC+13)', '02:36 (UTC+13)'],
  ['2026-11-24T09:00:00.5-08:00', '9:00 AM (UTC-8)', '09:00 (UTC-8)'],
  ['2026-11-24T17:05:30-03:30', '5:05 PM (UTC-3:30)', '17:05 (UTC-3:30)'],
  ['2026-11-24T17:05:00+00:00', '5:05 PM (UTC)', '17:05 (UTC)'],
  ['2026-11-24T17:05:00Z', '5:05 PM (UTC)', '17:05 (UTC)'],
])('shows the start %s as the time at the place', (time, english, german) => {
  const texts = (['en', 'de'] as const).map((language) =>
    createFormats(language).startTime(time),
  );
  const withPlainSpaces = texts.map((text) => text.replace(/\s/g, ' '));
  expect(withPlainSpaces).toEqual([english, german]);
});

import { expect, it } from 'vitest';
import { getDateFormat, getNumberFormat } from './formatters.ts';

it('a formatter is created once for a locale and its options', () => {
  const options = { maximumFractionDigits: 1 };
  const format = getNumberFormat('en', options);
  expect(getNumberFormat('en', { ...options })).toBe(format);
  expect(getNumberFormat('de', options).format(1.25)).toBe('1,3');
  expect(getNumberFormat('en', { maximumFractionDigits: 2 }).format(1.25)).toBe('1.25');
  expect(format.format(1.25)).toBe('1.3');
});

it('a formatter is right after more others than are kept', () => {
  const time = new Date('2026-11-20T12:00:00Z');
  const options = { timeStyle: 'short', hour12: false } as const;
  const format = () =>
    getDateFormat('en', { ...options, timeZone: 'Asia/Tokyo' }).format(time);
  expect(format()).toBe('21:00');
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 50);
  const formats = zones.map((timeZone) => getDateFormat('en', { ...options, timeZone }));
  expect(new Set(formats).size).toBe(zones.length);
  expect(format()).toBe('21:00');
});

import { describe, expect, it } from 'vitest';
import { createFormats, formatKnown } from './formats.ts';

const english = createFormats({ locale: 'en' });
const german = createFormats({ locale: 'de-DE', time_zone: 'Europe/Berlin' });
const american = createFormats({
  locale: 'en-US',
  time_zone: 'America/Los_Angeles',
  distance_unit: 'miles',
  energy_unit: 'kilojoules',
});
const readers = [english, german, american];

/** Returns a text with plain spaces, because `Intl` separates some parts by others. */
const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ');

describe('amounts', () => {
  it.each([
    ['energy', 1234.4, ['1,234 kcal', '1.234 kcal', '5,165 kJ']],
    ['distance', 42_195, ['42.2 km', '42,2 km', '26.2 mi']],
    ['elevation', 1234.5, ['1,235 m', '1.235 m', '4,050 ft']],
    ['speed', 4.1666, ['15 km/h', '15 km/h', '9.3 mph']],
    ['pace', 1000 / 299.6, ['5:00 min/km', '5:00 min/km', '8:02 min/mi']],
    ['swimPace', 100 / 125, ['2:05 min/100 m', '2:05 min/100 m', '1:54 min/100 yd']],
    ['duration', 3901, ['1 h 5 min', '1 h 5 min', '1 h 5 min']],
    ['duration', 95, ['2 min', '2 min', '2 min']],
    ['clock', 3901.6, ['1:05:02', '1:05:02', '1:05:02']],
    ['clock', 299.6, ['5:00', '5:00', '5:00']],
    ['percent', 0.123, ['12%', '12 %', '12%']],
    ['amount', 1234.567, ['1,234.57', '1.234,57', '1,234.57']],
  ] as const)('are in the units of the person: %s of %d', (name, amount, expected) => {
    const texts = readers.map((formats) => formats[name](amount));
    expect(texts.map(withPlainSpaces)).toEqual(expected);
  });

  it('have the distance of a workout as it was entered, or as devices show it', () => {
    const texts = [5250, 5254, 5253.7].flatMap((meters) =>
      [true, false].map((isEntered) => german.workoutDistance(meters, isEntered)),
    );
    expect(texts).toEqual([
      ...['5,25 km', '5,25 km'],
      ...['5,254 km', '5,25 km'],
      ...['5,25 km', '5,25 km'],
    ]);
    // 3.107 miles, to the millimeter.
    expect(american.workoutDistance(5000.232, true)).toBe('3.107 mi');
  });

  it('are without the unit where a column or an axis has it', () => {
    const texts = readers.map(({ number }) => number('distance', 1609.344));
    expect(texts).toEqual(['1.6', '1,6', '1.0']);
    const { distance, energy } = american.units;
    expect([distance.symbol, energy.symbol]).toEqual(['mi', 'kJ']);
    expect(1609.344 * distance.factor).toBe(1);
  });

  it('are a dash if they are unknown', () => {
    expect(formatKnown(null, german.energy)).toBe('–');
    expect(formatKnown(0, german.energy)).toBe('0 kcal');
  });
});

describe('dates', () => {
  it.each([
    ['longDate', ['November 5, 2026', '5. November 2026', 'November 5, 2026']],
    ['shortDate', ['Nov 5', '5. Nov.', 'Nov 5']],
    ['shortDay', ['Thu, Nov 5', 'Do., 5. Nov.', 'Thu, Nov 5']],
    ['weekday', ['Thu', 'Do', 'Thu']],
    ['shortMonth', ['Nov', 'Nov', 'Nov']],
    ['month', ['Nov 2026', 'Nov. 2026', 'Nov 2026']],
  ] as const)('are those of the calendar in every time zone: %s', (name, expected) => {
    const texts = readers.map((formats) => formats[name]('2026-11-05'));
    expect(texts.map(withPlainSpaces)).toEqual(expected);
  });

  it('do not break between the day and the month', () => {
    const { shortDay, longDate, dateRange, longTime } = german;
    const texts = [
      shortDay('2026-11-05'),
      longDate('2026-11-05'),
      dateRange('2026-11-05', '2026-12-06'),
      longTime('2026-11-05T12:00:00Z'),
    ];
    for (const text of texts) expect(text).not.toMatch(/\d\. /);
  });

  it('of a range have one year', () => {
    const texts = readers.map(({ dateRange }) => dateRange('2026-10-24', '2026-11-22'));
    expect(texts.map(withPlainSpaces)).toEqual([
      'October 24 – November 22, 2026',
      '24. Oktober – 22. November 2026',
      'October 24 – November 22, 2026',
    ]);
  });

  it('of a time are those in the time zone of the person', () => {
    const texts = readers.map(({ dateOfTime }) => dateOfTime('2026-11-05T23:30:00.000Z'));
    expect(texts.map(withPlainSpaces)).toEqual([
      'November 5, 2026',
      '6. November 2026',
      'November 5, 2026',
    ]);
  });
});

describe('a time', () => {
  it.each([
    [
      '2026-11-25T02:36:00+13:00',
      ['2:36 AM (UTC+13)', '02:36 (UTC+13)', '2:36 AM (UTC+13)'],
    ],
    ['2026-11-24T09:00:00.5-08:00', ['9:00 AM (UTC-8)', '09:00 (UTC-8)', '9:00 AM']],
    ['2026-07-24T09:00:00+02:00', ['9:00 AM (UTC+2)', '09:00', '9:00 AM (UTC+2)']],
    [
      '2026-11-24T17:05:30-03:30',
      ['5:05 PM (UTC-3:30)', '17:05 (UTC-3:30)', '5:05 PM (UTC-3:30)'],
    ],
    ['2026-11-24T17:05:00+00:00', ['5:05 PM (UTC)', '17:05 (UTC)', '5:05 PM (UTC)']],
    ['2026-11-24T17:05:00Z', ['5:05 PM (UTC)', '18:05', '9:05 AM']],
  ])(
    'of a start is the one at the place, or else that of the person: %s',
    (time, expected) => {
      const texts = readers.map(({ startTime }) => withPlainSpaces(startTime(time)));
      expect(texts).toEqual(expected);
    },
  );

  it('with its date says how far it is ahead of UTC', () => {
    const texts = readers.map(({ longTime }) => longTime('2026-07-05T23:30:00.000Z'));
    expect(texts.map(withPlainSpaces)).toEqual([
      'July 5, 2026 at 11:30 PM (UTC)',
      '6. Juli 2026 um 01:30 (UTC+2)',
      'July 5, 2026 at 4:30 PM (UTC-7)',
    ]);
  });
});

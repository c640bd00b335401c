import { describe, expect, it } from 'vitest';
import { languages } from '#shared/pages/language.ts';
import { listTimeZones } from '#shared/pages/time-zone-names.ts';
import { cities } from './cities.ts';
import { explainTimeZone, nameTimeZone, readTimeZone } from './time-zones.ts';

describe('a time zone', () => {
  it.each([
    ['München', 'Europe/Berlin'],
    ['munich', 'Europe/Berlin'],
    ['Koeln', 'Europe/Berlin'],
    ['st gallen', 'Europe/Zurich'],
    ['Wien', 'Europe/Vienna'],
    ['Washington, D.C.', 'America/New_York'],
    ['San José', 'America/Costa_Rica'],
    ['San Jose', 'America/Los_Angeles'],
    ['San Juan', 'America/Puerto_Rico'],
    ['Mumbai', 'Asia/Kolkata'],
    ['Schweiz', 'Europe/Zurich'],
    ['germany', 'Europe/Berlin'],
    ['UK', 'Europe/London'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['utc', 'UTC'],
    ['Kalifornien', 'America/Los_Angeles'],
    ['Mallorca', 'Europe/Madrid'],
  ])('is found by %s', (text, timeZone) => {
    expect(readTimeZone(text, 'en')).toBe(timeZone);
  });

  it.each(['PST', 'CET', 'EST5EDT', 'USA', 'Birmingham, Alabama', 'Mars', ''])(
    'is not %j',
    (text) => {
      expect(readTimeZone(text, 'en')).toBeUndefined();
    },
  );

  it.each([
    ['PST', 'Meinen Sie Amerika/Los Angeles?'],
    ['MEZ', 'Meinen Sie Europa/Berlin?'],
    ['Muenchn', 'Meinen Sie München?'],
    ['Birmingham, Alabama', 'Meinen Sie Amerika/Chicago?'],
    ['Portland, Maine', 'Meinen Sie Amerika/New York?'],
    ['Boston, USA', 'Meinen Sie Amerika/New York?'],
    ['Pacific Time', 'Meinen Sie Amerika/Los Angeles?'],
    ['Mitteleuropäische Sommerzeit', 'Meinen Sie Europa/Berlin?'],
    ['Austin, Texas', 'Meinen Sie Amerika/Chicago?'],
    ['GMT+1', 'Meinen Sie Europa/Berlin?'],
    ['Kanada', 'Dieses Land hat mehrere Zeitzonen.'],
  ])('is asked for again after %s, with what may be meant', (text, hint) => {
    expect(explainTimeZone(text, 'de')).toContain(hint);
  });

  it('is not guessed from a text that is like none', () => {
    expect(explainTimeZone('Mordor', 'en')).not.toContain('Did you mean');
  });

  it('has the German name of its city', () => {
    expect(nameTimeZone('Europe/Vienna', 'de')).toBe('Europa/Wien');
    expect(nameTimeZone('America/Argentina/Buenos_Aires', 'de')).toBe(
      'Amerika/Argentina/Buenos Aires',
    );
  });
});

it.each(languages)('every time zone is found by its name: %s', (language) => {
  const zones = [...listTimeZones(), 'UTC'];
  const found = zones.map((zone) => readTimeZone(nameTimeZone(zone, language), language));
  expect(found).toEqual(zones);
});

it('every city has a time zone that exists, and is found by its names', () => {
  const zones = new Set(listTimeZones());
  for (const { timeZone, en, de } of cities) {
    expect(zones, en).toContain(timeZone);
    expect([readTimeZone(en, 'en'), readTimeZone(de, 'de')]).toEqual([
      timeZone,
      timeZone,
    ]);
  }
});

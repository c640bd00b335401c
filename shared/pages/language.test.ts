import { describe, expect, it } from 'vitest';
import {
  formatLongDate,
  formatWait,
  languages,
  selectLanguage,
  selectLocale,
} from './language.ts';

describe('the language of the pages', () => {
  it.each<[string[], string]>([
    [[], 'en'],
    [[''], 'en'],
    [['de'], 'de'],
    [['DE-at'], 'de'],
    [['de-Latn-DE-1996'], 'de'],
    [['fr'], 'en'],
    [['fr, de;q=0.3'], 'de'],
    [['fr', 'de;q=0.3'], 'de'],
    [['en;q=0.5, de;q=0.8'], 'de'],
    [['de;q=0.5,en-GB'], 'en'],
    [['de;q=0, en;q=0.1'], 'en'],
    [['de;q=0'], 'en'],
    [['*'], 'en'],
    [['de;q=0.1, *;q=0.5'], 'en'],
    [['fr;q=1.0, *;q=0.1, de;q=0.2'], 'de'],
    [['de;q=x, en'], 'en'],
    [['den, en-DE;q=0.1'], 'en'],
    [['<script>;q=1'], 'en'],
  ])('for %j is %s', (acceptLanguage, tag) => {
    expect(selectLanguage(acceptLanguage)).toBe(tag);
  });

  it.each([
    ['en-GB,en;q=0.9', 'en-GB', '9 March 2026'],
    ['en-US', 'en-US', 'March 9, 2026'],
    ['de-at', 'de-AT', '9.\u00a0März 2026'],
    ['de-Latn-CH-1996', 'de-CH', '9.\u00a0März 2026'],
    ['en-GB-u-ca-buddhist', 'en-GB', '9 March 2026'],
    ['en-ZZ', 'en-ZZ', 'March 9, 2026'],
    ['en-u-ca-buddhist', 'en', 'March 9, 2026'],
    ['fr-CA', 'en', 'March 9, 2026'],
    ['*', 'en', 'March 9, 2026'],
  ])('for %j has the dates of %s', (acceptLanguage, locale, date) => {
    expect(selectLocale([acceptLanguage])).toBe(locale);
    expect(formatLongDate('2026-03-09', selectLocale([acceptLanguage]))).toBe(date);
  });

  it('says how long to wait in minutes, or in hours', () => {
    const waits = [1, 61, 7200, 86_400].map((seconds) => formatWait(seconds, 'en'));
    expect(waits).toEqual(['1 minute', '2 minutes', '2 hours', '24 hours']);
    expect(formatWait(5400, 'de')).toBe('90 Minuten');
    expect(formatWait(32_400, 'de')).toBe('9 Stunden');
  });

  it('has its own date format', () => {
    const dates = languages.map((language) => formatLongDate('2026-03-09', language));
    expect(dates).toEqual(['March 9, 2026', '9.\u00a0März 2026']);
  });
});

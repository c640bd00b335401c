import { describe, expect, it } from 'vitest';
import { formatLongDate, languages, selectLanguage } from './language.ts';

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

  it('has its own date format', () => {
    const dates = languages.map((language) => formatLongDate('2026-03-09', language));
    expect(dates).toEqual(['March 9, 2026', '9. März 2026']);
  });
});

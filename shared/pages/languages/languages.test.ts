import { describe, expect, it } from 'vitest';
import { getConnectionTexts } from '#functions/connections/languages/connection-languages.ts';
import { languages, selectTexts } from './languages.ts';

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
    expect(selectTexts(acceptLanguage).tag).toBe(tag);
  });

  it('has its own date format', () => {
    const dates = languages.map(({ formatDate }) => formatDate('2026-03-09'));
    expect(dates).toEqual(['March 9, 2026', '9. März 2026']);
  });
});

describe.each(languages)('the label of a button in the language $tag', (texts) => {
  const { applications } = texts;
  const { connections } = getConnectionTexts(texts);

  it.each([
    [applications.revoke, applications.revokeLabel],
    [connections.syncNow, connections.syncNowLabel],
    [connections.disconnect, connections.disconnectLabel],
    [connections.disconnectAndDelete, connections.disconnectAndDeleteLabel],
  ])('contains the text of the button, for speech control: %s', (text, toLabel) => {
    expect(toLabel('Strava')).toContain(text);
  });
});

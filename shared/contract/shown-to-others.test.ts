import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { name, shownToOthers, text } from './schema.ts';

const Shown = shownToOthers(text(100));

/** Returns what is wrong with a text. */
function listProblems(value: string): string[] {
  const { error } = Shown.safeParse(value);
  return error?.issues.map(({ message }) => message) ?? [];
}

describe('a text that others read', () => {
  it.each([
    ['a zero-width space', 'Str\u200bava'],
    ['a soft hyphen', 'Stra\u00adva'],
    ['a joiner between Latin letters', 'Stra\u200dva'],
    ['a joiner at the end', 'Strava\u200d'],
    ['a byte order mark', '\ufeffStrava'],
    ['a direction mark', 'Strava\u200f'],
    ['a bidirectional override', 'gepj.\u202eavartS'],
    ['a bidirectional isolate', '\u2066Strava\u2069'],
    ['a line separator', 'Strava\u2028Allow'],
    ['a Hangul filler', 'Strava\u3164'],
    ['a tag', 'Strava\u{e0041}'],
    ['a variation selector after nothing', '\ufe0fStrava'],
    ['two variation selectors', 'Strava\ufe0f\ufe0f'],
  ])('cannot have %s', (_, value) => {
    expect(listProblems(value)).toEqual([
      'must not contain characters that are invisible or change the direction of text',
    ]);
  });

  it.each(['\u2800', ' ', '\u0301'])('cannot look empty: %j', (value) => {
    expect(listProblems(value)).toEqual(['must have a visible character']);
  });

  it('cannot have control characters', () => {
    expect(listProblems('Strava\u0007')).toEqual(['must not contain control characters']);
  });

  it.each([
    '',
    "Ann's watch (2) – №1",
    'Ångström',
    'שלום',
    'محمد',
    'می\u200cخواهم',
    'क्\u200dष',
    '葛\u{e0100}城',
    '❤\ufe0f',
    '🏃🏽\u200d♀\ufe0f run',
    '🏳\ufe0f\u200d🌈',
    '👨\u200d👩\u200d👧',
  ])('can be %j', (value) => {
    expect(listProblems(value)).toEqual([]);
  });

  it('cannot be a name of invisible characters only', () => {
    expect(shownToOthers(name(50)).safeParse('\u200b\u200b').success).toBe(false);
  });
});

describe('a text of others, once it is cleaned', () => {
  it.each([
    ['Zwi\u200bft', 'Zwift'],
    ['\ufeffEdge\u202e 530\u2069 ', 'Edge 530'],
    ['Edge\t\r\n530\u2028Plus', 'Edge 530 Plus'],
    ['a\u200d\u200c\u200db', 'ab'],
    ['\u200d\ufe0f\u200d', ''],
    ['❤\ufe0f 👨\u200d👩\u200d👧', '❤\ufe0f 👨\u200d👩\u200d👧'],
    ['\ud800x', '\ufffdx'],
    ['Ä'.repeat(101), 'Ä'.repeat(100)],
  ])('can be read by others: %j', (value, cleaned) => {
    expect(cleanText(value, 100)).toBe(cleaned);
    expect(listProblems(cleaned)).toEqual([]);
  });

  it.each([
    ['a joiner', `${'a'.repeat(99)}❤\u200d❤`],
    ['an emoji', `${'a'.repeat(99)}👨\u200d👩`],
  ])('is cut between characters that are complete, not after %s', (_, value) => {
    expect(listProblems(cleanText(value, 100))).toEqual([]);
  });
});

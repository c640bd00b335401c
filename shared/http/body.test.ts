import { expect, it } from 'vitest';
import { readJson } from './body.ts';

/** Returns an array that is nested so many levels deep. */
const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it.each([
  ['brackets in a string', JSON.stringify('['.repeat(40))],
  [
    'brackets after quotes in a string',
    JSON.stringify(`${'"'.repeat(9)}${'['.repeat(40)}`),
  ],
  ['brackets after a backslash in a string', JSON.stringify(`\\"${'{'.repeat(40)}`)],
  ['32 levels', nest(32)],
])('reads JSON with %s', (_, text) => {
  expect(readJson(text)).toEqual({ value: JSON.parse(text) });
});

it.each([
  ['33 levels', nest(33)],
  ['33 levels after an escaped backslash', `["\\\\",${nest(32)}]`],
  ['33 levels after an escaped quote', `["\\"",${nest(32)}]`],
])('reads no JSON with %s', (_, text) => {
  const problem = 'must not be nested more than 32 levels deep';
  expect(readJson(text)).toEqual({ problem });
});

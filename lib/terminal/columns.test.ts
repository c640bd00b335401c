import { expect, it } from 'vitest';
import { alignColumns } from './columns.ts';

it('aligns cells by characters, and leaves no trailing spaces', () => {
  expect(
    alignColumns([
      ['name', 'b'],
      ['é', 'second', ''],
      ['wider 🏃', ''],
    ]),
  ).toEqual(['name     b', 'é        second', 'wider 🏃']);
});

it('replaces control characters by question marks', () => {
  expect(alignColumns([['a\u001b[2Jb\r\n', 'c']])).toEqual(['a?[2Jb??  c']);
});

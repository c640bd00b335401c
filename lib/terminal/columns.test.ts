import { expect, it } from 'vitest';
import { alignColumns } from './columns.ts';

it('aligns cells by their characters, and ends no line with spaces', () => {
  expect(
    alignColumns([
      ['name', 'b'],
      ['é', 'second', ''],
      ['wider 🏃', ''],
    ]),
  ).toEqual(['name     b', 'é        second', 'wider 🏃']);
});

it('lets no cell move the cursor', () => {
  expect(alignColumns([['a\u001b[2Jb\r\n', 'c']])).toEqual(['a?[2Jb??  c']);
});

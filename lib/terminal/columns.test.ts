import { expect, it } from 'vitest';
import { columns } from './columns.ts';

it('aligns cells by their characters, and ends no line with spaces', () => {
  expect(
    columns([
      ['name', 'b'],
      ['é', 'second', ''],
      ['wider 🏃', ''],
    ]),
  ).toEqual(['name     b', 'é        second', 'wider 🏃']);
});

it('lets no cell move the cursor', () => {
  expect(columns([['a\u001b[2Jb\r\n', 'c']])).toEqual(['a?[2Jb??  c']);
});

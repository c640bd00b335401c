import { expect, it } from 'vitest';
import { wrapLines } from './client-types.ts';

const words = Array.from({ length: 12 }, () => 'something').join(' ');
const measureLongestLine = (text: string) =>
  Math.max(...text.split('\n').map((line) => line.length));

it('wraps a comment of one line, and the lines of a longer comment', () => {
  const source = `    /** ${words} */\n    /**\n     * ${words}\n     */\n    id: string;`;
  const wrapped = wrapLines(source);
  expect(measureLongestLine(wrapped)).toBeLessThanOrEqual(100);
  expect(wrapped.match(/something/g)).toHaveLength(24);
  expect(wrapped.match(/\/\*\*/g)).toHaveLength(2);
  expect(wrapped.match(/\*\//g)).toHaveLength(2);
  expect(wrapped.split('\n').at(-1)).toBe('    id: string;');
});

it('writes each type of a long union on a line of its own', () => {
  const types = ['A', 'B', 'C'].map((letter) => letter.repeat(40));
  expect(wrapLines(`    body: ${types.join(' | ')};`)).toBe(
    `    body:\n${types.map((type) => `        | ${type}`).join('\n')};`,
  );
});

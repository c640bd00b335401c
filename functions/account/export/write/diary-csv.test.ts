import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { generateText } from '#kit/any-text.ts';
import fc from '#kit/property.ts';
import { formatCsvRow } from './diary-csv.ts';

describe('a row of a CSV file', () => {
  it('is read as the same texts by another program', () => {
    // Texts that start like a formula get an apostrophe, so they do not stay the same.
    const text = generateText({ minLength: 1 });
    const safeText = text.filter(
      (sample) => !/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(sample),
    );
    fc.assert(
      fc.property(fc.array(safeText, { minLength: 2 }), (cells) => {
        expect(parse(formatCsvRow(cells))).toEqual([cells]);
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM', '\t=1', '\r=1', '＝1'])(
    'has no text that a spreadsheet runs as a formula: %j',
    (formula) => {
      expect(parse(formatCsvRow([formula, 'x']))).toEqual([[`'${formula}`, 'x']]);
    },
  );

  it('keeps numbers, even negative ones, and leaves out what is unknown', () => {
    expect(formatCsvRow([-1.5, 0, undefined, null])).toBe('-1.5,0,,\r\n');
  });
});

import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

describe('comma-separated values', () => {
  it('are read by the names in the header', () => {
    expect(parseCsv('a,b\n1,2\n3,4\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  it('may be empty, at either end as well', () => {
    expect(parseCsv('a,b,c\n,,\n,x,')).toEqual([
      { a: '', b: '', c: '' },
      { a: '', b: 'x', c: '' },
    ]);
  });

  it('may hold commas and quotes within quotes', () => {
    expect(parseCsv('a,b\n"x, ""y""",z\n"",""')).toEqual([
      { a: 'x, "y"', b: 'z' },
      { a: '', b: '' },
    ]);
  });

  it('are refused by line where their number is not that of the header', () => {
    expect(() => parseCsv('a,b\n1,2\n3')).toThrow('line 3 has 1 values; the header names 2');
  });
});

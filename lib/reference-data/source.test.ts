import { describe, expect, it } from 'vitest';
import { parseCsv } from './source.ts';

const parse = (text: string) => parseCsv({ path: 'data/sample.csv', text });

describe('comma-separated values', () => {
  it('are read by the names in the header', () => {
    expect(parse('a,b\n1,2\n3,4\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  it('may be empty, also at both ends of a line', () => {
    expect(parse('a,b,c\n,,\n,x,')).toEqual([
      { a: '', b: '', c: '' },
      { a: '', b: 'x', c: '' },
    ]);
  });

  it('may contain commas and quotes inside quotes', () => {
    expect(parse('a,b\n"x, ""y""",z\n"",""')).toEqual([
      { a: 'x, "y"', b: 'z' },
      { a: '', b: '' },
    ]);
  });

  it('may have lines that end with CRLF, LF or both, and a byte order mark', () => {
    expect(parse('\uFEFFa,b\r\n1,2\r\n3,4\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  it('are rejected if the numbers of values in a line and in the header differ', () => {
    expect(() => parse('a,b\n1,2\n3')).toThrow(
      'data/sample.csv: Invalid Record Length: columns length is 2, got 1 on line 3',
    );
  });

  it('are rejected if text follows a closing quote', () => {
    expect(() => parse('a,b\n1,2\n"x"y,z\n')).toThrow(
      'data/sample.csv: Invalid Closing Quote: got "y" at line 3',
    );
  });

  it('are rejected if a quote is never closed, with the line where its record starts', () => {
    expect(() => parse('\uFEFFa,b\n1,ä\n"x,z\n3,4\n5,6\n')).toThrow(
      'data/sample.csv: Quote Not Closed: a quoted value of the record at line 3 does not end',
    );
  });
});

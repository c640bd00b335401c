import { describe, expect, it } from 'vitest';
import { invalidUtf8Value } from '../contract/schema.ts';
import { groupParameters, parseFormPairs, parseQueryPairs } from './parameters.ts';

const parseForm = (form: string) => groupParameters(parseFormPairs(form));

describe('a form', () => {
  it('decodes plus signs as spaces, and keeps further equals signs and empty values', () => {
    expect(parseForm('a=x+y%2Bz&b=c=d&e&f=&&g+h=i')).toEqual({
      a: 'x y+z',
      b: 'c=d',
      e: '',
      f: '',
      'g h': 'i',
      '': '',
    });
  });

  it.each(['%FF', '%C0%80', '%ED%A0%80', '%E2%82', '%', '%zz', '%u0041'])(
    'makes only a value with %s invalid, and drops a parameter whose name has it',
    (bytes) => {
      expect(parseForm(`a=x${bytes}&b=y&${bytes}=z`)).toEqual({
        a: invalidUtf8Value,
        b: 'y',
      });
    },
  );

  it('may contain the replacement character if it is escaped', () => {
    expect(parseForm('a=%EF%BF%BD')).toEqual({ a: '\ufffd' });
  });

  it('does not confuse parameter names with the prototype', () => {
    expect(Object.keys(parseForm('__proto__=a&constructor=b'))).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});

describe('parameters', () => {
  it('that are repeated are a list, or invalid if one value is not UTF-8', () => {
    expect(parseForm('a=x&a=y')).toEqual({ a: ['x', 'y'] });
    expect(parseForm('a=x&a=%FF')).toEqual({ a: invalidUtf8Value });
  });

  it('of a query are invalid if the gateway inserted the replacement character', () => {
    const query = { a: ['x'], b: ['x\ufffd'], 'c[0]': ['y'], 'c[1]': ['z'] };
    expect(groupParameters(parseQueryPairs(query))).toEqual({
      a: 'x',
      b: invalidUtf8Value,
      'c[]': ['y', 'z'],
    });
    expect(groupParameters(parseQueryPairs(null))).toEqual({});
  });
});

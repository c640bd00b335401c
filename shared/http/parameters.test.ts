import { describe, expect, it } from 'vitest';
import { invalidUtf8Value } from '../contract/text.ts';
import { groupParameters, parseFormPairs, parseQueryPairs } from './parameters.ts';

const ofForm = (form: string) => groupParameters(parseFormPairs(form));

describe('a form', () => {
  it('is read with plus signs as spaces, further equals signs, empty values and what stands beside', () => {
    expect(ofForm('a=x+y%2Bz&b=c=d&e&f=&&g+h=i')).toEqual({
      a: 'x y+z',
      b: 'c=d',
      e: '',
      f: '',
      'g h': 'i',
      '': '',
    });
  });

  it.each(['%FF', '%C0%80', '%ED%A0%80', '%E2%82', '%', '%zz', '%u0041'])(
    'has no text in %s, and says so of that parameter alone',
    (bytes) => {
      expect(ofForm(`a=x${bytes}&b=y&${bytes}=z`)).toEqual({
        a: invalidUtf8Value,
        b: 'y',
      });
    },
  );

  it('may have the replacement character, where it is escaped (M12)', () => {
    expect(ofForm('a=%EF%BF%BD')).toEqual({ a: '\ufffd' });
  });

  it('has no prototype but its own members', () => {
    expect(Object.keys(ofForm('__proto__=a&constructor=b'))).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});

describe('parameters', () => {
  it('that are sent more than once are a list, and unreadable where any of them is', () => {
    expect(ofForm('a=x&a=y')).toEqual({ a: ['x', 'y'] });
    expect(ofForm('a=x&a=%FF')).toEqual({ a: invalidUtf8Value });
  });

  it('of a query are unreadable where the gateway put the replacement character', () => {
    const query = { a: ['x'], b: ['x\ufffd'], 'c[0]': ['y'], 'c[1]': ['z'] };
    expect(groupParameters(parseQueryPairs(query))).toEqual({
      a: 'x',
      b: invalidUtf8Value,
      'c[]': ['y', 'z'],
    });
    expect(groupParameters(parseQueryPairs(null))).toEqual({});
  });
});

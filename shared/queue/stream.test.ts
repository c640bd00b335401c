import { expect, it } from 'vitest';
import { type AttributeJson, fromStreamImage } from './stream.ts';

it('converts every type of attribute', () => {
  expect(
    fromStreamImage({
      text: { S: '' },
      number: { N: '-1.5' },
      bytes: { B: 'AAEC/w==' },
      no: { BOOL: false },
      nothing: { NULL: true },
      map: { M: { inner: { M: { deep: { S: 'x' } } } } },
      list: { L: [{ N: '1' }, { L: [] }, { NULL: true }] },
      set: { SS: ['a', 'b'] },
    }),
  ).toEqual({
    text: '',
    number: -1.5,
    bytes: new Uint8Array([0, 1, 2, 255]),
    no: false,
    nothing: null,
    map: { inner: { deep: 'x' } },
    list: [1, [], null],
    set: new Set(['a', 'b']),
  });
});

it('rejects a set of numbers with its type', () => {
  const set = { NS: ['1'] } as unknown as AttributeJson;
  expect(() => fromStreamImage({ set })).toThrow(
    'An item of the stream has a value of the unknown type NS.',
  );
});

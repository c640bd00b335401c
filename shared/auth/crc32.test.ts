import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateText } from '#kit/any-text.ts';
import { computeCrc32 } from './secrets.ts';

it('computes the same CRC-32 as node:zlib', () => {
  fc.assert(
    fc.property(generateText(), (text) => {
      expect(computeCrc32(text)).toBe(crc32(text));
    }),
  );
});

import fc, { type StringConstraints } from 'fast-check';

const firstSurrogate = 0xd800;
const surrogateCount = 0x800;

/** Generates Unicode characters, i.e. code points that are not half a surrogate pair. */
const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0x10_ffff - surrogateCount }),
  )
  .map((index) => (index < firstSurrogate ? index : index + surrogateCount))
  .map((codePoint) => String.fromCodePoint(codePoint));

/**
 * Generates texts of any Unicode characters, half of them ASCII. The unit `binary` of fast-check
 * generates the same characters, but takes half a second to build.
 */
export function generateText(constraints: Omit<StringConstraints, 'unit'> = {}) {
  return fc.string({ ...constraints, unit: anyCharacter });
}

/** The polynomial of IEEE 802.3, the least significant bit first. */
const polynomial = 0xedb88320;

/** The remainder of each byte value after division by the polynomial. */
const byteRemainders = Uint32Array.from({ length: 256 }, (_, byte) =>
  computeByteRemainder(byte),
);

function computeByteRemainder(byte: number): number {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    const lowestBit = remainder & 1;
    remainder = lowestBit ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
  }
  return remainder;
}

/**
 * Computes the CRC-32 of a text in UTF-8, as `crc32` of `node:zlib` does. Loading that module would
 * add 3 ms to the cold start of every function that checks tokens.
 */
export function computeCrc32(text: string): number {
  let remainder = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    const byteRemainder = byteRemainders[(remainder ^ byte) & 0xff] ?? 0;
    remainder = byteRemainder ^ (remainder >>> 8);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

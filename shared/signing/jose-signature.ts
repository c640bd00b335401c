/** The length of each of the two numbers of a signature with P-256, in bytes. */
const numberBytes = 32;

/** Returns a number of a signature without the zeros at its start that DER adds or leaves out. */
function toFixedLength(number: Buffer): Buffer {
  const firstDigit = number.findIndex((byte) => byte !== 0);
  const digits = number.subarray(firstDigit);
  return Buffer.concat([Buffer.alloc(numberBytes - digits.length), digits]);
}

/**
 * Converts a signature with P-256 from DER (RFC 3279 section 2.2.3), as KMS returns it, to the two
 * numbers of 32 bytes that JOSE expects (RFC 7518 section 3.4).
 */
export function toJoseSignature(der: Uint8Array): Buffer {
  const bytes = Buffer.from(der);
  // Sequence, its length, integer, its length: all lengths are below 128.
  const start = 4;
  const end = start + (bytes[start - 1] ?? 0);
  const next = end + 2;
  return Buffer.concat(
    [bytes.subarray(start, end), bytes.subarray(next)].map(toFixedLength),
  );
}

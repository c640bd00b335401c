import { createECDH, createPublicKey } from 'node:crypto';

/** The order of the group of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const toNumber = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);

/** Returns `base` to the power of `exponent`, modulo the order. */
function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % order;
    square = (square * square) % order;
  }
  return result;
}

/** Encodes a positive integer in DER, as short as possible. */
function encodeInteger(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  const content = isNegative ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
  return Buffer.concat([Buffer.from([0x02, content.length]), content]);
}

/** Encodes a signature in DER, as KMS does. */
export function encodeSignature(r: bigint, s: bigint): Buffer {
  const content = Buffer.concat([encodeInteger(r), encodeInteger(s)]);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}

/**
 * Creates a P-256 key that signs digests by ECDSA, as KMS does. Node signs only messages. The
 * public key is SubjectPublicKeyInfo.
 */
export function newDigestSigner() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const secret = toNumber(pair.getPrivateKey());

  const sign = (digest: Buffer): Buffer => {
    const once = createECDH('prime256v1');
    once.generateKeys();
    const r = toNumber(once.getPublicKey().subarray(1, 33)) % order;
    const inverse = power(toNumber(once.getPrivateKey()), order - 2n);
    const s = (inverse * (toNumber(digest) + r * secret)) % order;
    return encodeSignature(r, s);
  };
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }), sign };
}

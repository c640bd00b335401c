import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';

/** The cost parameters of argon2id (RFC 9106, section 3.1). */
export interface Argon2Cost {
  /** In KiB. */
  memory: number;
  passes: number;
  /** The number of lanes. */
  parallelism: number;
}

/** The cost that the OWASP Password Storage Cheat Sheet recommends. */
export const recommendedCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** Length of the tag, which is the hash without its parameters, in bytes. */
const tagLength = 32;

const deriveKey = promisify(argon2);

/**
 * Hashes a password with argon2id. Returns a PHC string with the cost and a random salt. The cost
 * defaults to what OWASP recommends.
 */
export async function hashPassword(
  password: string,
  cost: Argon2Cost = recommendedCost,
): Promise<string> {
  const nonce = randomBytes(16);
  const message = normalizePassword(password);
  const tag = await deriveKey('argon2id', { ...cost, tagLength, nonce, message });
  return formatPhc(cost, toBase64(nonce), toBase64(tag));
}

/** Returns the password's bytes in Unicode NFC, because keyboards compose accents differently. */
function normalizePassword(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'));
}

/** Returns base64 without padding, as PHC strings require. */
function toBase64(bytes: Uint8Array): string {
  const padded = Buffer.from(bytes).toString('base64');
  return padded.replace(/=+$/, '');
}

function formatPhc(
  { memory, passes, parallelism }: Argon2Cost,
  salt: string,
  tag: string,
): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${tag}`;
}

/** Matches the parameters, the salt and the tag of a PHC string. */
const phc =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Verified in place of the hash of an unknown user, so that the response takes the same time. */
const dummyHash = formatPhc(recommendedCost, 'A'.repeat(22), 'A'.repeat(43));

/**
 * Returns whether a password matches a hash. Without a hash, returns false after the same time.
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const match = phc.exec(hash ?? dummyHash) ?? [];
  const [, memory, passes, parallelism, salt = '', expectedTag = ''] = match;
  const tag = await deriveKey('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength,
    nonce: Buffer.from(salt, 'base64'),
    message: normalizePassword(password),
  });
  const isEqual = isEqualInConstantTime(toBase64(tag), expectedTag);
  return isEqual && hash !== undefined;
}

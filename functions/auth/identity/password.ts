import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';

/** Memory in KiB, passes and lanes: the first choice of OWASP's password storage cheat sheet for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

const derive = promisify(argon2);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** The same characters typed on another keyboard are the same password. */
const toBytes = (password: string) => Buffer.from(password.normalize('NFC'));

/** Hashes a password with argon2id, as a PHC string that carries its own parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, tagLength, nonce, message: toBytes(password) });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** What an unknown user's password is compared with, so that the answer takes as long as for a known one. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether the password is the one that was hashed; without a hash it takes the same time and is never so. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = phc.exec(hash ?? nobody) ?? [];
  const tag = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength,
    nonce: Buffer.from(salt, 'base64'),
    message: toBytes(password),
  });
  return isEqualInConstantTime(base64(tag), expected) && hash !== undefined;
}

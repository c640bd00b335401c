import { brotliDecompressSync } from 'node:zlib';
import { compressedPasswords } from './common-passwords.data.ts';

let passwords: ReadonlySet<string> | undefined;

function decompress(): ReadonlySet<string> {
  const compressed = Buffer.from(compressedPasswords.join(''), 'base64');
  const text = brotliDecompressSync(compressed).toString();
  return new Set(text.split('\n'));
}

/** Returns whether a password is among the most common ones. Upper and lower case are the same. */
export function isCommonPassword(password: string): boolean {
  passwords ??= decompress();
  return passwords.has(password.toLowerCase());
}

import { brotliCompressSync } from 'node:zlib';
import { dictionary } from '@zxcvbn-ts/language-common';
import { renderModule, toLiteral } from './module-text.ts';

/** The number of rejected passwords. More would make the functions larger. */
const passwordCount = 1000;

/** Shorter passwords are rejected because of their length. */
const minLength = 8;

/** Characters of the compressed text in a line of the module. */
const maxLineLength = 90;

/**
 * Renders the module with the most common passwords of leaked lists, in lower case. They are
 * compressed, because every function that checks a password contains them.
 */
export function renderCommonPasswords(): string {
  const ranked = dictionary['passwords-common'].map((password) => password.toLowerCase());
  const longEnough = ranked.filter((password) => [...password].length >= minLength);
  const passwords = [...new Set(longEnough)].slice(0, passwordCount).sort();
  const compressed = brotliCompressSync(passwords.join('\n')).toString('base64');
  const lines = compressed.match(new RegExp(`.{1,${maxLineLength}}`, 'g')) ?? [];
  return renderModule({
    source: '@zxcvbn-ts/language-common',
    declaration: 'compressedPasswords: readonly string[]',
    items: lines.map(toLiteral),
  });
}

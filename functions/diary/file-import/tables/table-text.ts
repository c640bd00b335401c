import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/**
 * Creates a decoder for the text of a table, from its first bytes: UTF-16 if a mark says so, UTF-8,
 * or else that of Windows in western Europe, in which older programs write umlauts.
 */
export function createTextDecoder(start: Uint8Array): TextDecoder {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  // The last character may be cut.
  const isUnicode = [0, 1, 2, 3].some((cut) =>
    isUtf8(start.subarray(0, Math.max(0, start.length - cut))),
  );
  return new TextDecoder(isUnicode ? 'utf-8' : 'windows-1252');
}

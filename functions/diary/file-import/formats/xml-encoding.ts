import { TextDecoder } from 'node:util';

/**
 * Creates a decoder for the encoding of a document, from its first bytes: UTF-8, UTF-16, or what
 * its declaration says.
 */
export function createXmlDecoder(start: Uint8Array): TextDecoder {
  const [first = 0, second = 0] = start;
  // A document without a byte order mark starts with `<` or with a space.
  const isUtf16Le = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isUtf16Be = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isUtf16Le) return new TextDecoder('utf-16le');
  if (isUtf16Be) return new TextDecoder('utf-16be');
  const declaration = Buffer.from(start).toString('latin1').trimStart().slice(0, 200);
  const [, label = 'utf-8'] =
    /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)/.exec(declaration) ?? [];
  try {
    // A document in UTF-16 would have been found above, whatever its declaration says.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    return new TextDecoder('utf-8');
  }
}

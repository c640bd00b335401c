import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { type DecodedFile, type ReadProblem, reportFault } from './decoded-file.ts';

/** The attributes of an element by their names, with prefixes. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a document. Names are without prefixes, e.g. `hr` of `gpxtpx:hr`. */
interface XmlHandlers {
  /** The root has no parent. */
  open?(name: string, attributes: XmlAttributes, parent: string | undefined): void;
  /** `text` is trimmed, and only complete for an element without elements inside. */
  close?(name: string, text: string, parent: string | undefined): void;
}

/** Decodes the elements of one format. */
export interface XmlDecoder extends Required<XmlHandlers> {
  finish(): DecodedFile;
}

/** Reads a document piece by piece. Each call returns why the document is unreadable, if it is. */
interface XmlReader {
  /** Reads the next piece, of about 64 KB. */
  write(piece: Uint8Array): ReadProblem | undefined;
  end(): ReadProblem | undefined;
}

/** The deepest nesting of elements. */
const maxDepth = 64;

/** The largest token in bytes, e.g. a comment, a DOCTYPE or a tag with its attributes. */
const maxTokenBytes = 1024 * 1024;

/** The number of characters of a text that handlers get. */
const maxTextLength = 1000;

/**
 * Opens a reader that stops after `maxSteps` characters that begin something: a tag, a comment, the
 * value of an attribute or a reference. It reads a DOCTYPE and expands no entity of it: a reference
 * to one makes the document damaged. Documents are in UTF-8, in UTF-16, or as their declaration
 * says.
 */
export function openXml(
  handlers: XmlHandlers,
  { maxSteps }: { maxSteps: number },
): XmlReader {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  const path: string[] = [];
  let decoder: TextDecoder | undefined;
  let problem: ReadProblem | undefined;
  let text = '';
  let steps = 0;
  let tokenBytes = 0;

  const stop = (reason: ReadProblem): never => {
    problem ??= reason;
    throw new Error(reason);
  };
  const attempt = (read: () => void): ReadProblem | undefined => {
    if (problem) return problem;
    try {
      read();
    } catch (error) {
      // An error of `stop` has stated a problem.
      problem ??= reportFault(error);
    }
    return problem;
  };

  parser.on('error', () => stop('damaged'));
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= maxDepth) stop('too_complex');
    const localName = withoutPrefix(name);
    handlers.open?.(localName, attributes, path.at(-1));
    path.push(localName);
    text = '';
    tokenBytes = 0;
  });
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    handlers.close?.(name, text.trim(), path.at(-1));
    text = '';
    tokenBytes = 0;
  });
  const appendText = (found: string) => {
    text += found.slice(0, maxTextLength - text.length);
    tokenBytes = 0;
  };
  parser.on('text', appendText);
  parser.on('cdata', appendText);

  return {
    write: (piece) =>
      attempt(() => {
        decoder ??= createDecoder(piece);
        const characters = toCompactString(decoder.decode(piece, { stream: true }));
        steps += countSteps(characters);
        if (steps > maxSteps) stop('too_complex');
        tokenBytes += piece.length;
        parser.write(characters.replace(spaces, ' '));
        if (tokenBytes > maxTokenBytes + piece.length) stop('too_complex');
      }),
    end: () =>
      attempt(() => {
        parser.off('error');
        parser.on('error', () => stop('cut_off'));
        parser.write(decoder?.decode() ?? '').close();
      }),
  };
}

/** Returns the same text with a byte for each character, if it has only those of ASCII. */
function toCompactString(text: string): string {
  // The decoder returns two bytes for each, with which the parser takes twice as long.
  return Buffer.from(text).toString();
}

/** The parser is slow with lines, and no format here has a meaning for them. */
const spaces = /[\s\u0085]{2,}|[\r\n\u0085\u2028]/g;

/** The work of the parser for the characters that begin something. */
const stepsByCharacter = [
  // A tag, a comment and the like.
  { character: '<', steps: 1 },
  { character: '!', steps: 9 },
  // The value of an attribute.
  { character: '=', steps: 3 },
  // A reference.
  { character: '&', steps: 1 },
];

function countSteps(text: string): number {
  let count = 0;
  for (const { character, steps } of stepsByCharacter) {
    let at = text.indexOf(character);
    while (at >= 0) {
      count += steps;
      at = text.indexOf(character, at + 1);
    }
  }
  return count;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Creates a decoder for the encoding of a document, from its first bytes. */
function createDecoder(start: Uint8Array): TextDecoder {
  const [first = 0, second = 0] = start;
  // A document without a byte order mark starts with `<`.
  const isUtf16Le =
    (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isUtf16Be =
    (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  if (isUtf16Le) return new TextDecoder('utf-16le');
  if (isUtf16Be) return new TextDecoder('utf-16be');
  const declaration = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const [, label = 'utf-8'] =
    /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)/.exec(declaration) ?? [];
  try {
    // A document in UTF-16 would have been found above, whatever its declaration says.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Reads a decimal number. It is undefined if the text is none. */
export function parseNumber(text = ''): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

import type { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { type DecodedFile, type ReadProblem, reportFault } from './decoded-file.ts';
import type { NoteChange } from './file-changes.ts';
import { createXmlDecoder } from './xml-encoding.ts';
import { maxRepairs, repairXml } from './xml-repair.ts';

/** The attributes of an element by their names, with prefixes. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a document. Names are without prefixes, e.g. `hr` of `gpxtpx:hr`. */
export interface XmlHandlers {
  /** The root has no parent. */
  open?(name: string, attributes: XmlAttributes, parent: string | undefined): void;
  /**
   * `text` is trimmed, and only complete for an element without elements inside. An element whose
   * prefix is not that of the root is foreign.
   */
  close?(
    name: string,
    text: string,
    parent: string | undefined,
    isForeign: boolean,
  ): void;
}

/** Decodes the elements of one format. */
export interface XmlDecoder extends Required<XmlHandlers> {
  finish(): DecodedFile;
}

/** Reads a document piece by piece. Each call returns why the document is unreadable, if it is. */
interface XmlReader {
  /** Reads the next piece, of about 64 KB. */
  write(piece: Uint8Array): ReadProblem | undefined;
  /** Returns `cut_off` if elements are open. */
  end(): ReadProblem | undefined;
  /** Closes the elements that are open, each without its text, which may be cut off, too. */
  closeElements(): void;
}

/** The deepest nesting of elements. */
const maxDepth = 64;

/** The most characters without a tag, e.g. in a comment, a DOCTYPE or a tag with its attributes. */
const maxTokenLength = 1024 * 1024;

/** The number of characters of a text that handlers get. */
const maxTextLength = 1000;

/**
 * The errors of the parser after which it goes on in the same tag or text: a space in the name of
 * an attribute, a value without quotes or with one in it, two attributes of one name, a bare `<`
 * and `]]>` in a text.
 */
const slips = new RegExp(
  [
    '^attribute without value',
    '^unquoted',
    '^duplicate',
    '^no whitespace between',
    String.raw`^disallowed character in (?:attribute|tag) name\.?$`,
    '^the string "]]>"',
  ].join('|'),
);

/** What may come before a document. A comment may not come before its declaration. */
const beforeDocument = /^(?:[\s\0]|<!--.*?-->(?=\s*<\?xml))+/s;

/** A comment, which may lack its end: so no text is searched for one end from many beginnings. */
const comment = /<!--.*?(?:-->|$)/gs;

type Parser = SaxesParser<{ xmlns: false; position: false }>;

/** Ends the reading, unless a repair helps. */
class ReadFailure extends Error {
  readonly reason: ReadProblem;
  readonly isRepairable: boolean;

  constructor(reason: ReadProblem, { isRepairable = false } = {}) {
    super(reason);
    this.reason = reason;
    this.isRepairable = isRepairable;
  }
}

/**
 * Opens a reader that stops after `maxSteps` characters that begin something: a tag, a comment, the
 * value of an attribute or a reference. It reads a DOCTYPE and expands no entity of it. Spaces
 * before the document and zeros after it are nothing. If the parser stops at a character that no
 * document may have, it goes on without it, from the last tag before it; so it costs nothing
 * without one.
 */
export function openXml(
  handlers: XmlHandlers,
  { maxSteps, note }: { maxSteps: number; note: NoteChange | undefined },
): XmlReader {
  /** The open elements with their prefixes, and without. */
  const openNames: string[] = [];
  const path: string[] = [];
  let root: string | undefined;
  let rootPrefix = '';
  let decoder: TextDecoder | undefined;
  let problem: ReadProblem | undefined;
  let parser = createParser();
  /** The characters that the parser has read, the place after the last tag, and what follows. */
  let readCount = 0;
  let lastTagAt = 0;
  let unfinished = '';
  let text = '';
  let hasBegun = false;
  let steps = 0;
  let repairs = 0;
  /** Whether the root is closed. What follows is not read. */
  let isOver = false;
  let hasRest = false;

  const attempt = (read: () => void): ReadProblem | undefined => {
    if (problem) return problem;
    try {
      read();
    } catch (error) {
      problem = error instanceof ReadFailure ? error.reason : reportFault(error);
    }
    return problem;
  };
  const addRepairs = (count: number) => {
    repairs += count;
    note?.('characters_repaired', count);
  };
  const leaveOut = (rest: string) => {
    if (hasRest || !/[^\s\0]/.test(rest.replaceAll(comment, ''))) return;
    hasRest = true;
    note?.('rest_ignored');
  };
  const appendText = (found: string) => {
    text += found.slice(0, maxTextLength - text.length);
  };
  const endTag = () => {
    text = '';
    lastTagAt = parser.position;
  };
  const closeElement = (text: string) => {
    const fullName = openNames.pop() ?? '';
    const name = path.pop() ?? '';
    const prefix = fullName.slice(0, fullName.length - name.length);
    handlers.close?.(name, text, path.at(-1), prefix !== rootPrefix);
  };

  function addHandlers(): void {
    parser.on('error', ({ message }) => {
      if (isOver) return;
      const isSlip = slips.test(message) && repairs < maxRepairs;
      if (!isSlip) throw new ReadFailure('damaged', { isRepairable: true });
      addRepairs(1);
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (isOver) return;
      if (path.length >= maxDepth) throw new ReadFailure('too_complex');
      const localName = withoutPrefix(name);
      handlers.open?.(localName, attributes, path.at(-1));
      if (root === undefined) {
        root = name;
        rootPrefix = name.slice(0, name.length - localName.length);
      }
      openNames.push(name);
      path.push(localName);
      endTag();
    });
    parser.on('closetag', () => {
      if (isOver) return;
      closeElement(text.trim());
      endTag();
      isOver = path.length === 0;
    });
    parser.on('text', appendText);
    parser.on('cdata', appendText);
  }

  /** Reads characters, or repairs them and reads them again. */
  const read = (characters: string, isEnd = false): void => {
    const rest = () =>
      lastTagAt > readCount
        ? characters.slice(lastTagAt - readCount)
        : unfinished + characters;
    try {
      parser.write(characters);
      if (isOver) leaveOut(rest());
      else if (isEnd) endDocument();
      unfinished = isOver ? '' : rest();
      readCount += characters.length;
      if (unfinished.length > maxTokenLength + characters.length)
        throw new ReadFailure('too_complex', { isRepairable: true });
    } catch (error) {
      const isRepairable = error instanceof ReadFailure && error.isRepairable;
      const repaired = isRepairable && root !== undefined ? repairXml(rest()) : undefined;
      addRepairs(repaired?.repairs ?? 0);
      if (!repaired?.repairs || repairs > maxRepairs) throw error;
      reopen();
      read(repaired.text, isEnd);
    }
  };

  /** Opens a parser at the end of the last tag. */
  const reopen = () => {
    const tags = openNames.map((name) => `<${name}>`).join('');
    parser = createParser();
    parser.write(tags);
    addHandlers();
    readCount = tags.length;
    lastTagAt = readCount;
    unfinished = '';
    text = '';
  };

  const endDocument = () => {
    parser.off('error');
    parser.on('error', () => {
      throw new ReadFailure('cut_off', { isRepairable: true });
    });
    parser.close();
  };

  addHandlers();
  return {
    write: (piece) =>
      attempt(() => {
        decoder ??= createXmlDecoder(piece);
        const decoded = toCompactString(decoder.decode(piece, { stream: true }));
        const characters = hasBegun ? decoded : decoded.replace(beforeDocument, '');
        hasBegun ||= characters !== '';
        steps += countSteps(characters);
        if (steps > maxSteps) throw new ReadFailure('too_complex');
        if (isOver) return leaveOut(characters);
        read(characters.replace(spaces, ' '));
      }),
    end: () => attempt(() => isOver || read(decoder?.decode() ?? '', true)),
    closeElements() {
      while (path.length > 0) closeElement('');
    },
  };
}

function createParser(): Parser {
  return new SaxesParser({ xmlns: false, position: false });
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

/** Reads a decimal number. It is undefined if the text is none. */
export function parseNumber(text = ''): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

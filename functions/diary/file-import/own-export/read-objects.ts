import type { Pieces } from '../archives/pieces.ts';
import type { ReadProblem } from '../formats/decoded-file.ts';

/** An object of a document, or why it is none. */
export interface ReadObject {
  /** Its number in the document, from 1. */
  number: number;
  value: unknown;
  problem?: 'too_long' | 'implausible';
}

/** The longest object in bytes. A series with its outline has a tenth of it. */
const maxObjectBytes = 256 * 1024;

/**
 * Reads the objects of a document of an export, which has one on each line (decision 0077). Memory
 * holds one line. Returns what is wrong with the file, if anything is.
 */
export async function* readObjects(
  pieces: Pieces,
): AsyncGenerator<ReadObject, ReadProblem | undefined, undefined> {
  let number = 0;
  const lines = readLines(pieces);
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return value;
    const text = value === tooLong ? tooLong : String(value).trim();
    if (text === '[' || text === ']' || text === '') continue;
    number += 1;
    yield { number, ...parseObject(text) };
  }
}

/** Reads the lines of a document that have a text, e.g. the name of a member. */
export async function* readObjectsWith(
  pieces: Pieces,
  words: readonly string[],
): AsyncGenerator<unknown, void, undefined> {
  for await (const line of readLines(pieces)) {
    if (line === tooLong || !words.some((word) => line.includes(word))) continue;
    const { value } = parseObject(String(line).trim());
    if (value !== undefined) yield value;
  }
}

function parseObject(text: string | typeof tooLong): Omit<ReadObject, 'number'> {
  if (text === tooLong) return { value: undefined, problem: 'too_long' };
  try {
    return { value: JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text) };
  } catch {
    return { value: undefined, problem: 'implausible' };
  }
}

const tooLong = Symbol('too long');

const lineFeed = 0x0a;

async function* readLines(
  pieces: Pieces,
): AsyncGenerator<Buffer | typeof tooLong, ReadProblem | undefined, undefined> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const take = (end: Buffer) => {
    const isTooLong = restBytes + end.length > maxObjectBytes;
    const line = rest.length > 0 ? Buffer.concat([...rest, end]) : end;
    rest = [];
    restBytes = 0;
    return isTooLong ? tooLong : line;
  };
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) {
      if (restBytes > 0) yield take(Buffer.of());
      return value;
    }
    let start = 0;
    for (;;) {
      const end = value.indexOf(lineFeed, start);
      if (end < 0) break;
      yield take(value.subarray(start, end));
      start = end + 1;
    }
    restBytes += value.length - start;
    // Of a line that is too long, nothing is kept.
    if (restBytes <= maxObjectBytes) rest.push(Buffer.from(value.subarray(start)));
    else rest = [];
  }
}

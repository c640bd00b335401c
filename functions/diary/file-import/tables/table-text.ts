import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Decodes the text of a table as its bytes arrive. */
export interface TableDecoder {
  /** Returns the text of the lines that further bytes complete. */
  write(bytes: Buffer): string;
  /** Returns the rest. */
  end(): string;
}

const nothing = Buffer.alloc(0);

/** The most bytes that wait for the end of their line. */
const maxWaiting = 64 * 1024;

/**
 * Starts to decode a table: UTF-16 if a mark says so. Otherwise each line is UTF-8 or else in the
 * encoding of Windows in western Europe, in which older programs write umlauts. So no line depends
 * on those before it, however large the table is.
 */
export function createTableDecoder(): TableDecoder {
  let wide: TextDecoder | undefined;
  let isBegun = false;
  let waiting: Buffer = nothing;
  return {
    write(bytes) {
      if (!isBegun) wide = findWideDecoder(bytes);
      isBegun = true;
      if (wide) return wide.decode(bytes, { stream: true });
      const all = waiting.length > 0 ? Buffer.concat([waiting, bytes]) : bytes;
      const end = 1 + Math.max(all.lastIndexOf(0x0a), all.lastIndexOf(0x0d));
      const isTooLong = end === 0 && all.length > maxWaiting;
      const [lines, rest] = isTooLong
        ? [all, nothing]
        : [all.subarray(0, end), all.subarray(end)];
      waiting = Buffer.from(rest);
      return decodeLines(lines);
    },
    end: () => wide?.decode() ?? decodeLines(waiting),
  };
}

function findWideDecoder([first, second]: Uint8Array): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined;
}

const utf8 = new TextDecoder('utf-8');
const windows1252 = new TextDecoder('windows-1252');

function decodeLines(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes)) return utf8.decode(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const end = findLineEnd(bytes, at);
    const line = bytes.subarray(at, end);
    text += isUtf8(line) ? utf8.decode(line) : windows1252.decode(line);
    at = end;
  }
  return text;
}

function findLineEnd(bytes: Buffer, start: number): number {
  const end = bytes.subarray(start).findIndex((byte) => byte === 0x0a || byte === 0x0d);
  return end < 0 ? bytes.length : start + end + 1;
}

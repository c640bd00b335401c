import type { DecodedFile } from './decoded-file.ts';

/** What the file does not know. */
export interface FileContext {
  /** The person's time zone, for files without a position, e.g. `Europe/Berlin`. */
  timeZone: string;
}

/**
 * Decodes a FIT, GPX or TCX file, or one of them compressed by gzip. The content decides about the
 * format; the name only tells whether an unknown content is a surprise. Never throws, and takes
 * about a second at most.
 */
export function decodeFile(
  bytes: Uint8Array,
  _name: string,
  _context: FileContext,
): DecodedFile {
  if (bytes.length === 0) return { outcome: 'unreadable', reason: 'empty' };
  return { outcome: 'skipped', reason: 'unknown_kind' };
}

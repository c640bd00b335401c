import { toDigest } from '#shared/auth/secrets.ts';
import { decodeFile, maxFileBytes } from '../formats/decode-file.ts';
import {
  type DecodedFile,
  type FileContext,
  unreadable,
} from '../formats/decoded-file.ts';
import type { FileSource } from './file-source.ts';

/** A file of an import: the file itself, or one in an archive. */
export interface ListedFile {
  /** Its number in the import, from 0. The same file has the same number whenever it is listed. */
  number: number;
  /** Its name, with the folders of its archive. */
  name: string;
  decoded: DecodedFile;
  /** The SHA-256 of its bytes. Empty if they were not read. */
  digest: string;
}

/** Options of a list. */
export interface ListOptions extends FileContext {
  /** The number of the first file that is wanted. */
  from: number;
}

/**
 * Lists the files of an import in an order that is always the same, and decodes them one by one.
 * What is wrong with a file is its outcome. Throws only what the source throws.
 */
export async function* listFiles(
  source: FileSource,
  name: string,
  options: ListOptions,
): AsyncGenerator<ListedFile, void, undefined> {
  if (options.from > 0) return;
  if (source.size > maxFileBytes) {
    yield { number: 0, name, decoded: unreadable('too_large'), digest: '' };
    return;
  }
  const bytes = await source.read(0, source.size);
  const decoded = decodeFile(bytes, name, options);
  yield { number: 0, name, decoded, digest: toDigest(bytes) };
}

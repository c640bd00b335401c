import { toDigest } from '#shared/auth/secrets.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { decodeFile, maxFileBytes } from '../formats/decode-file.ts';
import { type FileContext, unreadable } from '../formats/decoded-file.ts';
import type { TableAnswer } from '../tables/table-questions.ts';
import { isHealthExport } from './apple-health.ts';
import type { FileSource } from './file-source.ts';
import {
  type Decoded,
  type FoundFiles,
  listArchive,
  listHealthExport,
} from './list-archive.ts';
import { listBounds } from './list-bounds.ts';
import { listSpreadsheets } from './list-table.ts';
import { readPieces } from './pieces.ts';
import { type TableContext, tableName } from './scan-table.ts';
import { isZip } from './zip.ts';

/**
 * A file of an import: the file itself, one in an archive, or a workout or the values of the body
 * of Apple Health.
 */
export interface ListedFile extends Decoded {
  /** Its number in the import, from 0. The same file has the same number whenever it is listed. */
  number: number;
  /** Its name, with the folders of its archive. No other file of the import has it. */
  name: string;
}

export interface ListOptions extends FileContext {
  /** The number of the first file that is wanted. */
  from: number;
  /** Whether it is our archive of several files, each of which can be an archive. */
  isBundle?: boolean;
  /** What was answered about tables. */
  answers?: readonly TableAnswer[] | undefined;
}

const maxNameLength = 255;

/**
 * Lists the files of an import in an order that is always the same, and decodes them one by one.
 * A problem of a file is its outcome. Throws only what the source throws. Memory holds the
 * directory of an archive, one file of it and some megabytes, whatever the size of the source.
 */
export async function* listFiles(
  source: FileSource,
  name: string,
  { from, isBundle = false, answers = [], ...context }: ListOptions,
): AsyncGenerator<ListedFile, void, undefined> {
  let number = 0;
  const names = new Set<string>();
  const { timeZone, requestedZone = timeZone } = context;
  const tables = { zone: requestedZone, answers };
  for await (const file of await findFiles(source, name, isBundle, tables)) {
    const isEnough = number >= listBounds.files;
    const shown = cleanText(isEnough ? name : file.name, maxNameLength);
    const unique = names.has(shown) ? `${shown} (${number})` : shown;
    names.add(unique);
    if (number >= from) {
      const decoded = isEnough
        ? { decoded: unreadable('too_many_files'), digest: '' }
        : await file.decode(context);
      yield { number, name: unique, ...decoded };
    }
    if (isEnough) return;
    number += 1;
  }
}

async function findFiles(
  source: FileSource,
  name: string,
  isBundle: boolean,
  context: TableContext,
): Promise<FoundFiles> {
  const start = await source.read(0, listBounds.start);
  if (isZip(start)) {
    const left = { bytes: listBounds.bytes };
    const depth = toDepth(isBundle);
    return listArchive({ source, name, prefix: '', left, depth, context });
  }
  if (isHealthExport(start)) return listHealthExport(readPieces(source), name);
  return listFile(source, name, context);
}

/** Lists the tables of a file, or else the file itself. */
async function* listFile(
  source: FileSource,
  name: string,
  context: TableContext,
): FoundFiles {
  let isTable = false;
  if (tableName.test(name))
    for await (const table of listSpreadsheets(() => readPieces(source), name, context)) {
      isTable = true;
      yield table;
    }
  if (!isTable) yield* listSingle(source, name);
}

/** Returns how deep archives are read, of which ours of several files is none of the person. */
export function toDepth(isBundle: boolean): number {
  return isBundle ? 2 : 1;
}

async function* listSingle(source: FileSource, name: string): FoundFiles {
  const decode = async (context: FileContext): Promise<Decoded> => {
    if (source.size > maxFileBytes)
      return { decoded: unreadable('too_large'), digest: '' };
    const bytes = await source.read(0, source.size);
    return { decoded: decodeFile(bytes, name, context), digest: toDigest(bytes) };
  };
  yield { name, decode };
}

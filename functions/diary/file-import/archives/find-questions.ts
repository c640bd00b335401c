import { type OpenQuestion, questionLimits } from '../tables/table-questions.ts';
import { findOwnExport } from './export-manifest.ts';
import type { FileSource } from './file-source.ts';
import { openNested } from './list-archive.ts';
import { listBounds } from './list-bounds.ts';
import { toDepth } from './list-files.ts';
import { type BytesLeft, type Pieces, readPieces } from './pieces.ts';
import { scanTable, type TableContext, tableName } from './scan-table.ts';
import { listTables, type NamedTable } from './table-sections.ts';
import { isZip, openZip } from './zip.ts';

/** A file of an import that may have tables. */
interface ImportFile {
  source: FileSource;
  name: string;
  /** Whether it is our archive of several files. */
  isBundle: boolean;
  tables: TableContext;
  /** Whether values of the body will be stored. Nothing is asked about others. */
  measures: boolean;
}

/**
 * Finds what the tables of an import leave open, and nobody has answered. Nothing is asked about
 * tables for which there is no time.
 */
export async function findQuestions(
  { tables, measures, ...file }: ImportFile,
  isTimeUp: () => boolean,
): Promise<OpenQuestion[]> {
  const found = new Map<string, OpenQuestion>();
  for await (const { name, read } of listAllTables(file)) {
    const table = await scanTable(() => readInTime(read(), isTimeUp), name, tables);
    if (isTimeUp()) break;
    if (!table || (table.dialect.kind === 'measurements' && !measures)) continue;
    // Tables with the same headings are of one program, which writes them alike.
    for (const question of table.questions) {
      const key = `${question.kind} ${question.headings}`;
      const known = found.get(key);
      found.set(key, known ? { ...known, tables: known.tables + 1 } : question);
    }
    if (found.size >= questionLimits.perImport) break;
  }
  return [...found.values()];
}

/** Reads pieces until the time is up. */
async function* readInTime(pieces: Pieces, isTimeUp: () => boolean): Pieces {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value;
    yield value;
    if (!isTimeUp()) continue;
    await pieces.return(undefined);
    return 'cut_off';
  }
}

async function* listAllTables({
  source,
  name,
  isBundle,
}: Pick<ImportFile, 'source' | 'name' | 'isBundle'>): AsyncGenerator<NamedTable> {
  const left = { bytes: listBounds.bytes, files: listBounds.files };
  if (isZip(await source.read(0, listBounds.start)))
    yield* listArchived({ source, prefix: '', left, depth: toDepth(isBundle) });
  else if (tableName.test(name)) yield* listTables(() => readPieces(source), name);
}

/** An archive, and the depth to which archives in it are read. */
interface Archive {
  source: FileSource;
  prefix: string;
  left: BytesLeft & { files: number };
  depth: number;
}

async function* listArchived({
  source,
  prefix,
  left,
  depth,
}: Archive): AsyncGenerator<NamedTable> {
  const { members } = await openZip(source, left);
  // The tables of an export are made from its documents.
  if (await findOwnExport(members)) return;
  for (const member of members) {
    const name = `${prefix}${member.name}`;
    left.files -= 1;
    if (left.files < 0) return;
    if (member.problem) continue;
    if (tableName.test(name)) yield* listTables(() => member.read(), name);
    if (!/\.zip$/i.test(name) || depth === 0) continue;
    await using opened = await openNested(member);
    const nested = { prefix: `${name}/`, left, depth: depth - 1 };
    if (typeof opened.source === 'object')
      yield* listArchived({ ...nested, source: opened.source });
  }
}

import { CsvError, type CsvErrorCode, type Options, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { getIssueMessage } from '#shared/http/validation.ts';

const options = {
  bom: true,
  columns: true,
  record_delimiter: ['\r\n', '\n'],
} satisfies Options;

/** The text of a file and its path below the root of the repository. */
export interface SourceFile {
  path: string;
  text: string;
}

/**
 * Parses comma-separated values (RFC 4180) into one record per line, by the names in the header.
 * Throws an error that names the file and the line of the first mistake.
 */
export function parseCsv({ path, text }: SourceFile): Record<string, string>[] {
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`${path}: ${explain(error, text)}`, { cause: error });
  }
}

const quoteNotClosed: CsvErrorCode = 'CSV_QUOTE_NOT_CLOSED';

/**
 * Returns the message of the parser. For a quote that is never closed, the parser would name the
 * last line of the file; the returned message names the line where the record begins.
 */
function explain({ code, message, bytes_records }: CsvError, text: string): string {
  if (code !== quoteNotClosed) return message;
  const parsedText = Buffer.from(text).subarray(0, Number(bytes_records)).toString();
  const line = parsedText.split('\n').length;
  return `Quote Not Closed: a quoted value of the record at line ${line} does not end`;
}

const key = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const trimmed = /^\S(.*\S)?$/;

/** A cell that matches a pattern. `error` says what the cell must be. */
export function matching(pattern: RegExp, error?: string) {
  return z.string().check(z.regex(pattern, error));
}

/** A key: lower-case words joined by underscores. */
export const SourceKey = matching(key, 'must be lower-case words joined by _');

/** Text of at least one character, without white space around it. */
export const Text = matching(trimmed, 'must be text without white space around it');

/** `true` or `false`. */
export const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((cell) => cell === 'true'),
);

const EmptyAsNull = z.pipe(
  z.string(),
  z.transform((cell: string) => cell || null),
);

/** Makes a cell optional: an empty cell becomes null. */
export function nullIfEmpty<S extends z.ZodMiniType<unknown, string>>(schema: S) {
  return z.pipe(EmptyAsNull, z.nullable(schema));
}

/**
 * Parses the rows of a source file by a schema. Throws an error that names every row and column
 * with a problem, in the words of the service's responses, e.g. `must be one of true, false`.
 */
export function parseSource<S extends z.ZodMiniType>(
  file: SourceFile,
  schema: S,
): z.output<S>[] {
  const rows: z.output<S>[] = [];
  const problems: string[] = [];
  for (const cells of parseCsv(file)) {
    const result = schema.safeParse(cells, { error: getIssueMessage });
    if (result.success) {
      rows.push(result.data);
      continue;
    }
    for (const { path, message } of result.error.issues) {
      problems.push(`${cells.key}: ${path.join('.')}: ${message}`);
    }
  }
  requireNoProblems(file.path, problems);
  return rows;
}

/** A rule for a row of a source file. `context` is the data that the row is compared with. */
export interface RowRule<Row, Context> {
  /** The message about a row that breaks the rule. */
  problem: string;
  isMet: (row: Row, context: Context) => boolean;
}

/** Lists the rules that rows break, each with the key of the row. */
export function findProblems<Row extends { key: string }, Context>(
  rows: readonly Row[],
  rules: readonly RowRule<Row, Context>[],
  context: Context,
): string[] {
  return rows.flatMap((row) => {
    const broken = rules.filter(({ isMet }) => !isMet(row, context));
    return broken.map(({ problem }) => `${row.key}: ${problem}`);
  });
}

/** Throws an error that lists the problems of a source file, if there are any. */
export function requireNoProblems(path: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Error(`${path} has problems:\n  ${problems.join('\n  ')}`);
}

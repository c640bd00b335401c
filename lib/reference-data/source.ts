import type * as z from 'zod/mini';
import { getIssueMessage } from '#shared/http/validation.ts';
import { parseCsv, type SourceFile } from './csv.ts';

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
export interface Rule<Row, Context> {
  /** What to say about a row that breaks the rule. */
  problem: string;
  isMet: (row: Row, context: Context) => boolean;
}

/** Lists the rules that rows break, each with the key of the row. */
export function findProblems<Row extends { key: string }, Context>(
  rows: readonly Row[],
  rules: readonly Rule<Row, Context>[],
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

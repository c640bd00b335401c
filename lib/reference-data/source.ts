import type * as z from 'zod/mini';
import { speakPlainly } from '#shared/http/error-messages.ts';
import { parseCsv } from './csv.ts';

speakPlainly();

/** The rows of a source, read by schema. Throws an error that names every row and column that is wrong. */
export function readSource<S extends z.ZodMiniType>(text: string, row: S): z.output<S>[] {
  const complaints: string[] = [];
  const rows = parseCsv(text).flatMap((cells) => {
    const result = row.safeParse(cells);
    if (result.success) return [result.data];
    for (const { path, message } of result.error.issues)
      complaints.push(`${cells.key}: ${path.join('.')}: ${message}`);
    return [];
  });
  refuse(complaints);
  return rows;
}

/** Throws an error that lists what is wrong, if anything is. */
export function refuse(complaints: readonly string[]): void {
  if (complaints.length > 0)
    throw new Error(`The catalogue cannot be made:\n  ${complaints.join('\n  ')}`);
}

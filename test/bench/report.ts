import { readFile, writeFile } from 'node:fs/promises';

/** A Markdown table; numbers are aligned to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? format(cell) : cell)),
  );
  const widths = head.map((title, i) =>
    Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const numeric = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    numeric[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), line(rule), ...cells.map(line)].join('\n');
}

const format = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 1 : 0);

/** Puts `text` between the markers `<!-- name -->` and `<!-- /name -->` of a file. Throws where they are missing. */
export async function replaceBetweenMarkers(
  file: string,
  name: string,
  text: string,
): Promise<void> {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = await readFile(file, 'utf8');
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`${file} has no ${open} ... ${close}.`);
  await writeFile(file, `${page.slice(0, start + open.length)}\n${text}\n${page.slice(end)}`);
}

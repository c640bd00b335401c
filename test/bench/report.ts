import { readFile, writeFile } from 'node:fs/promises';

/** Formats a Markdown table; numbers are aligned to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const body = rows.map((row) => row.map(formatCell));
  const columns = head.map((title, i) => {
    const lengths = body.map((cells) => cells[i]?.length ?? 0);
    return {
      width: Math.max(title.length, ...lengths),
      isNumeric: rows.every((row) => typeof row[i] === 'number'),
    };
  });

  const formatLine = (cells: readonly string[]) => {
    const padded = columns.map(({ width, isNumeric }, i) => {
      const cell = cells[i] ?? '';
      return isNumeric ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = columns.map(({ width, isNumeric }) =>
    isNumeric ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );

  const lines = [head, rule, ...body].map(formatLine);
  return lines.join('\n');
}

function formatCell(value: string | number): string {
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 1 : 0);
}

/** Returns the cell of a Markdown table in the row that starts with `row`. Throws if it is missing. */
export function findCell(table: string, row: string, column: string): string {
  const lines = table.split('\n').map(splitCells);
  const [head = []] = lines;
  const cells = lines.find(([first]) => first === row);
  const cell = cells?.[head.indexOf(column)];
  if (cell === undefined) throw new Error(`The benchmarks have no "${column}" of "${row}".`);
  return cell;
}

const splitCells = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws if a marker is missing. */
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

type Row = readonly (string | number)[];

interface Column {
  title: string;
  width: number;
  isNumeric: boolean;
}

/** Formats a Markdown table; numbers are aligned to the right. */
export function markdownTable(head: readonly string[], rows: readonly Row[]): string {
  const body = rows.map((row) => row.map(formatCell));
  const columns = head.map((title, i): Column => {
    const lengths = body.map((cells) => cells[i]?.length ?? 0);
    return {
      title,
      width: Math.max(title.length, ...lengths),
      isNumeric: rows.every((row) => typeof row[i] === 'number'),
    };
  });

  const rule = columns.map(formatRule);
  const lines = [head, rule, ...body].map((cells) => formatLine(cells, columns));
  return lines.join('\n');
}

/** Formats records as a Markdown table. `columns` has the titles of the members to show. */
export function formatRecords<Member extends string>(
  columns: Readonly<Record<Member, string>>,
  records: readonly Readonly<Record<Member, string | number>>[],
): string {
  const members = Object.keys(columns) as Member[];
  const rows = records.map((record) => members.map((member) => record[member]));
  return markdownTable(Object.values(columns), rows);
}

/** Converts bytes to whole megabytes. */
export function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function formatCell(value: string | number): string {
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 1 : 0);
}

function formatRule({ width, isNumeric }: Column): string {
  const dashes = '-'.repeat(width - 1);
  // In Markdown, a colon at the end aligns the column to the right.
  return isNumeric ? `${dashes}:` : `${dashes}-`;
}

function formatLine(cells: readonly string[], columns: readonly Column[]): string {
  const padded = columns.map(({ width, isNumeric }, i) => {
    const cell = cells[i] ?? '';
    return isNumeric ? cell.padStart(width) : cell.padEnd(width);
  });
  return `| ${padded.join(' | ')} |`;
}

/**
 * Returns the cell of a Markdown table in this column of the row that starts with `row`. Throws an
 * error if the table has no such row or column.
 */
export function findCell(table: string, row: string, column: string): string {
  const lines = table.split('\n').map(splitCells);
  const [head = []] = lines;
  const cells = lines.find(([first]) => first === row);
  const cell = cells?.[head.indexOf(column)];
  if (cell === undefined) {
    throw new Error(`The benchmarks have no "${column}" of "${row}".`);
  }
  return cell;
}

function splitCells(line: string): string[] {
  const cells = line.slice(1, -1).split('|');
  return cells.map((cell) => cell.trim());
}

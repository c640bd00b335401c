/** The cells of a row. */
type Cells = readonly string[];

/**
 * Renders a Markdown table. Its columns are as wide as their widest cells, as Biome formats them.
 */
export function renderMarkdownTable(head: Cells, rows: readonly Cells[]): string {
  const widths = head.map((_, column) => getWidth([head, ...rows], column));
  const rule = widths.map((width) => '-'.repeat(width));
  const lines: string[] = [];
  for (const cells of [head, rule, ...rows]) {
    lines.push(renderRow(cells, widths));
  }
  return lines.join('\n');
}

/** Markdown requires a rule of at least three hyphens in each column. */
const minWidth = 3;

function getWidth(rows: readonly Cells[], column: number): number {
  const lengths = rows.map((cells) => cells[column]?.length ?? 0);
  return Math.max(minWidth, ...lengths);
}

function renderRow(cells: Cells, widths: readonly number[]): string {
  const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return `| ${padded.join(' | ')} |`;
}

/**
 * Renders a Markdown table. Its columns are as wide as their widest cells, as Biome formats them.
 */
export function renderMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((_, column) => getWidth([head, ...rows], column));
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [head, rule, ...rows].map((cells) => renderRow(cells, widths));
  return lines.join('\n');
}

function getWidth(rows: readonly (readonly string[])[], column: number): number {
  const lengths = rows.map((cells) => cells[column]?.length ?? 0);
  return Math.max(3, ...lengths);
}

function renderRow(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return `| ${padded.join(' | ')} |`;
}

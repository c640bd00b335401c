/** Renders a Markdown table. Its columns are as wide as their widest cells, as Biome formats them. */
export function renderMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((_, column) => {
    const lengths = [head, ...rows].map((cells) => cells[column]?.length ?? 0);
    return Math.max(3, ...lengths);
  });
  const renderRow = (cells: readonly string[]) => {
    const padded = widths.map((width, column) => (cells[column] ?? '').padEnd(width));
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map(renderRow).join('\n');
}

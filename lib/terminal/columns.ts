/** Widths are counted in code points; a control character, which could move the cursor, is shown as a question mark. */
const shown = (text: string) => text.replace(/\p{Cc}/gu, '?');
const width = (text: string) => [...text].length;

/** Lines with their cells aligned in columns, two spaces apart. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(shown));
  const widths = cells.reduce<number[]>(
    (widest, row) =>
      row.map((cell, i) => Math.max(widest[i] ?? 0, width(cell))).concat(widest.slice(row.length)),
    [],
  );
  return cells.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Aligns cells in columns that are two spaces apart. Returns one line for each row. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const printable = rows.map((row) => row.map(replaceControlCharacters));
  const widths = measureColumns(printable);
  return printable.map((row) => {
    const cells = row.map((cell, i) => padEnd(cell, widths[i] ?? 0));
    return cells.join('  ').trimEnd();
  });
}

/** Replaces control characters by `?`, because they could move the cursor of the terminal. */
export function replaceControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}

function measureColumns(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) {
      const width = widths[i] ?? 0;
      widths[i] = Math.max(width, countCharacters(cell));
    }
  }
  return widths;
}

/** Pads by characters; `String.padEnd` counts an emoji twice. */
function padEnd(text: string, width: number): string {
  const missing = width - countCharacters(text);
  return text + ' '.repeat(missing);
}

function countCharacters(text: string): number {
  return [...text].length;
}

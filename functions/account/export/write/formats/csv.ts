/** A cell of a table. Undefined and null are empty. */
export type Cell = string | number | null | undefined;

/** The characters with which a spreadsheet recognizes a formula at the start of a text. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Formats a row of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an
 * apostrophe before it, as OWASP recommends against CSV injection. Numbers stay as they are.
 */
export function formatCsvRow(cells: readonly Cell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  // Some programs trim white space at the ends of a cell unless it is quoted.
  const needsQuotes = /[",\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

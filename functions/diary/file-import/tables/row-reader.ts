/** Bounds of a row, so that none takes much memory. Tables of services have about 100 columns. */
const maxRowLength = 64 * 1024;
const maxCells = 1000;

/**
 * After how many rows with unpaired quotes none has several lines: to look for the end of a value
 * takes as long as many rows.
 */
const maxUnpaired = 100;

/** How much is kept of a row that is too long: its date is usually there. */
const maxKeptLength = 1000;

/** A row of a table: its values, or only the first ones if the row is too long. */
export interface TableRow extends ReadonlyArray<string> {
  readonly isTooLong?: boolean;
}

/** Splits a table into rows as its text arrives. A quoted value can have delimiters and lines. */
export interface RowReader {
  /** Returns the rows that a further piece of the text completes. */
  write(text: string): TableRow[];
  /** Returns the rest. */
  end(): TableRow[];
}

/**
 * Starts to split a table. Its lines end with CR, LF or both. Quotes within a value without quotes
 * are letters, as in `5" sub`.
 */
export function createRowReader(delimiter: string): RowReader {
  let rest = '';
  let isAfterReturn = false;
  let unpaired = 0;
  /** Whether the text up to the next end of a line is of a row that is too long. */
  let isSkipping = false;

  const read = (isLast: boolean): TableRow[] => {
    const rows: TableRow[] = [];
    let at = 0;
    while (at < rest.length) {
      const lineEnd = rest.indexOf('\n', at);
      if (lineEnd < 0 && !isLast && rest.length - at <= maxRowLength) break;
      const end = lineEnd < 0 ? rest.length : lineEnd;
      if (isSkipping) {
        isSkipping = lineEnd < 0;
        at = end + 1;
        continue;
      }
      const line = rest.slice(at, end);
      isSkipping = lineEnd < 0;
      const isSplit = unpaired >= maxUnpaired && line.length >= maxRowLength;
      const hasQuotes = !isSplit && line.includes('"');
      const quoted = hasQuotes ? readQuoted(at, isLast, line) : undefined;
      if (quoted === 'unfinished') break;
      rows.push(quoted?.cells ?? splitLine(line, delimiter));
      at = quoted?.end ?? end + 1;
    }
    rest = rest.slice(at);
    return rows;
  };

  /**
   * Reads a row with quotes, which can be longer than its first line. Returns undefined if they are
   * not in pairs: the line is taken as it is.
   */
  const readQuoted = (start: number, isLast: boolean, line: string) => {
    const isLine = unpaired >= maxUnpaired;
    const text = isLine ? line : rest.slice(start, start + maxRowLength);
    const row = splitQuoted(text, delimiter);
    const isWhole = isLine || isLast || text.length === maxRowLength;
    const isOpen = row === 'open' || (row && row.end === text.length);
    if (isOpen && !isWhole) return 'unfinished';
    const isRead = typeof row === 'object' && row.end < maxRowLength;
    if (isRead) return { cells: row.cells, end: start + row.end + 1 };
    unpaired += 1;
    return undefined;
  };

  return {
    write(text) {
      const isPair = isAfterReturn && text.startsWith('\n');
      const added = isPair ? text.slice(1) : text;
      if (text !== '') isAfterReturn = text.endsWith('\r');
      rest += added.includes('\r') ? added.replaceAll(/\r\n?/g, '\n') : added;
      return read(false);
    },
    end: () => read(true),
  };
}

/** The values of a row, and where its line ends. */
interface QuotedRow {
  cells: string[];
  end: number;
}

/**
 * Splits the first row of a text. Returns `open` if a quote has no other one, and undefined if the
 * row is no row with quotes in pairs.
 */
function splitQuoted(text: string, delimiter: string): QuotedRow | 'open' | undefined {
  const cells: string[] = [];
  let lineEnd = findLineEnd(text, 0);
  for (let at = 0; cells.length < maxCells; at += 1) {
    const begin = skipSpaces(text, at);
    const isQuote = text[begin] === '"';
    const close = isQuote ? findClosingQuote(text, begin + 1) : begin;
    if (close < 0) return 'open';
    const after = skipSpaces(text, close + 1);
    const isClosed = ['\n', delimiter, undefined].includes(text[after]);
    // After a space, quotes can be letters, as in `, "Big" burger`.
    if (isQuote && (isClosed || begin === at)) {
      if (!isClosed) return undefined;
      cells.push(text.slice(begin + 1, close).replaceAll('""', '"'));
      at = after;
      if (at > lineEnd) lineEnd = findLineEnd(text, at);
    } else {
      const next = text.indexOf(delimiter, at);
      const end = next < 0 ? lineEnd : Math.min(next, lineEnd);
      cells.push(text.slice(at, end));
      at = end;
    }
    if (at === lineEnd) return { cells, end: at };
  }
  return undefined;
}

/** Returns where the spaces end that people write beside quotes. */
function skipSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}

function findLineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** Returns where the quote is that ends a value, or -1. Two in a row are one of the value. */
function findClosingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function splitLine(line: string, delimiter: string): TableRow {
  const cells = line.length > maxRowLength ? [] : line.split(delimiter);
  if (cells.length > 0 && cells.length <= maxCells) return cells;
  const kept = line.slice(0, maxKeptLength).replaceAll('"', '').split(delimiter);
  return Object.assign(kept, { isTooLong: true });
}

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

/** Starts to split a table. */
export function createRowReader(delimiter: string): RowReader {
  // A value, and what ends it: the delimiter, the end of the line, or that of the text. Quotes
  // within a value without quotes are letters, as in `5" sub`.
  const sign = RegExp.escape(delimiter);
  const cell = new RegExp(
    `("[^"]*(?:""[^"]*)*"|(?!")[^\\r\\n${sign}]*)(${sign}|\\r?\\n|\\r?$)`,
    'y',
  );
  let rest = '';
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
    const text = isLine ? `${line}\n` : rest.slice(start, start + maxRowLength);
    const isUnfinished = !isLine && !isLast && text.length < maxRowLength;
    const cells: string[] = [];
    cell.lastIndex = 0;
    while (cells.length < maxCells) {
      const at = cell.lastIndex;
      const [, value = '', end] = cell.exec(text) ?? [];
      const isOpen = end === undefined ? text[at] === '"' : /^\r?$/.test(end);
      if (isOpen && isUnfinished) return 'unfinished';
      const isTooLong = cell.lastIndex === maxRowLength;
      if (end === undefined || isTooLong) break;
      cells.push(
        value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value,
      );
      if (end !== delimiter) return { cells, end: start + cell.lastIndex };
    }
    unpaired += 1;
    return undefined;
  };

  return {
    write(text) {
      rest += text;
      return read(false);
    },
    end: () => read(true),
  };
}

function splitLine(line: string, delimiter: string): TableRow {
  const content = line.endsWith('\r') ? line.slice(0, -1) : line;
  const cells = line.length > maxRowLength ? [] : content.split(delimiter);
  if (cells.length > 0 && cells.length <= maxCells) return cells;
  const kept = line.slice(0, maxKeptLength).replaceAll('"', '').split(delimiter);
  return Object.assign(kept, { isTooLong: true });
}

import { CsvError, type CsvErrorCode, type Options, parse } from 'csv-parse/sync';

const options = {
  bom: true,
  columns: true,
  record_delimiter: ['\r\n', '\n'],
} satisfies Options;

/** The text of a file and its path below the root of the repository. */
export interface SourceFile {
  path: string;
  text: string;
}

/**
 * Parses comma-separated values (RFC 4180) into one record per line, by the names in the header.
 * Throws an error that names the file and the line of the first mistake.
 */
export function parseCsv({ path, text }: SourceFile): Record<string, string>[] {
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`${path}: ${explain(error, text)}`, { cause: error });
  }
}

const quoteNotClosed: CsvErrorCode = 'CSV_QUOTE_NOT_CLOSED';

/**
 * Returns the message of the parser. For a quote that is never closed, the parser would name the
 * last line of the file; the returned message names the line where the record begins.
 */
function explain({ code, message, bytes_records }: CsvError, text: string): string {
  if (code !== quoteNotClosed) return message;
  const parsedText = Buffer.from(text).subarray(0, Number(bytes_records)).toString();
  const line = parsedText.split('\n').length;
  return `Quote Not Closed: a quoted value of the record at line ${line} does not end`;
}

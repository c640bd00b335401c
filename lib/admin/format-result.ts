import { styleText } from 'node:util';
import { alignColumns } from '../terminal/columns.ts';
import type { CommandResult, Row } from './command.ts';

/** Formats the data of a result for machines. */
export function asJson({ data }: CommandResult): string {
  return JSON.stringify(data, undefined, 2);
}

/** Formats a result for people: a table or a list of attributes, followed by the note. */
export function asText(result: CommandResult): string {
  const text =
    'columns' in result ? formatTable(result.data, result.columns) : formatAttributes(result.data);
  return result.note ? `${text}\n\n${result.note}` : text;
}

function formatTable(rows: readonly Row[], columns: readonly string[]): string {
  if (rows.length === 0) return 'No results.';
  const headings = columns.map(formatHeading);
  const cells = rows.map((row) => formatCells(row, columns));
  const [heading = '', ...lines] = alignColumns([headings, ...cells]);
  return [styleText('bold', heading), ...lines].join('\n');
}

/** Formats an attribute name, e.g. `created_datetime` as `CREATED`. */
function formatHeading(name: string): string {
  const words = name.replace(/_datetime$/, '').replaceAll('_', ' ');
  return words.toUpperCase();
}

function formatCells(row: Row, columns: readonly string[]): string[] {
  return columns.map((name) => formatValue(row[name] ?? null));
}

function formatAttributes(row: Row): string {
  const cells = Object.entries(row).map(([name, value]) => [name, formatValue(value)]);
  return alignColumns(cells).join('\n');
}

const storedTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/;

function formatValue(value: Row[string]): string {
  if (value === null || value === '') return '-';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replace(storedTime, '$1 $2 UTC');
  return formatValue(value.join(' '));
}

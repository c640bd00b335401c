import { styleText } from 'node:util';
import { alignColumns } from '../terminal/columns.ts';
import type { CommandResult, Row } from './command.ts';

/** Formats the data of a result for machines. */
export function asJson({ data }: CommandResult): string {
  return JSON.stringify(data, undefined, 2);
}

/** Formats a result for people: a table or a list of attributes, followed by the note. */
export function asText(result: CommandResult): string {
  const lines =
    'columns' in result ? formatTable(result.data, result.columns) : formatRow(result.data);
  return (result.note ? [...lines, '', result.note] : lines).join('\n');
}

function formatTable(rows: readonly Row[], names: readonly string[]): string[] {
  if (rows.length === 0) return ['No results.'];
  const headings = names.map(formatHeading);
  const cells = rows.map((row) => names.map((name) => formatValue(row[name])));
  const [heading = '', ...lines] = alignColumns([headings, ...cells]);
  return [styleText('bold', heading), ...lines];
}

/** Formats an attribute name, e.g. `created_datetime` as `CREATED`. */
function formatHeading(name: string): string {
  const words = name.replace(/_datetime$/, '').replaceAll('_', ' ');
  return words.toUpperCase();
}

function formatRow(row: Row): string[] {
  const cells = Object.entries(row).map(([name, value]) => [name, formatValue(value)]);
  return alignColumns(cells);
}

const storedTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/;

function formatValue(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.join(' ') || '-';
  return String(value).replace(storedTime, '$1 $2 UTC');
}

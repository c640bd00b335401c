import { styleText } from 'node:util';
import { alignColumns } from '../terminal/columns.ts';
import type { CommandResult, Row } from './command.ts';

/** Formats the data of a result as JSON, or its data and note as text. */
export function formatResult(result: CommandResult, isJson: boolean): string {
  if (isJson) return JSON.stringify(result.data, undefined, 2);
  const text = formatData(result);
  return result.note ? `${text}\n\n${result.note}` : text;
}

function formatData(result: CommandResult): string {
  if ('columns' in result) return formatTable(result.data, result.columns);
  return formatAttributes(result.data);
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
  const names = Object.keys(row);
  const cells = names.map((name) => [name, ...formatCells(row, [name])]);
  return alignColumns(cells).join('\n');
}

/** Matches a stored time, e.g. `2026-11-20T09:00:00.000Z`, and captures its date and minute. */
const storedTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/;

function formatValue(value: Row[string]): string {
  if (value === null || value === '') return '-';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replace(storedTime, '$1 $2 UTC');
  return formatValue(value.join(' '));
}

import { styleText } from 'node:util';
import { columns } from '../terminal/columns.ts';
import type { Result, Row } from './command.ts';

/** A result as machines read it: what the command answered, in the words of the wire. */
export function asJson({ answer }: Result): string {
  return JSON.stringify(answer, undefined, 2);
}

/** A result as people read it: a table of things, or one thing line by line, and the remark. */
export function asText(result: Result): string {
  const lines =
    'columns' in result ? tableOf(result.answer, result.columns) : linesOf(result.answer);
  return [...lines, ...(result.remark ? ['', result.remark] : [])].join('\n');
}

function tableOf(rows: readonly Row[], names: readonly string[]): string[] {
  if (rows.length === 0) return ['There are none.'];
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])));
  const [heading = '', ...body] = columns([names.map(headingOf), ...cells]);
  return [styleText('bold', heading), ...body];
}

/** `created_datetime` becomes `CREATED`. */
function headingOf(name: string): string {
  return name
    .replace(/_datetime$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();
}

function linesOf(row: Row): string[] {
  return columns(Object.entries(row).map(([name, value]) => [name, cellOf(value)]));
}

const storedTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/;

function cellOf(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.join(' ') || '-';
  return String(value).replace(storedTime, '$1 $2 UTC');
}

import { styleText } from 'node:util';
import { type Failures, ServiceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { describeSystemError } from '../local/host/files.ts';
import { capitalize } from '../pascal-case.ts';
import { alignColumns } from '../terminal/columns.ts';
import { toPrintableLines } from '../terminal/program.ts';
import type { CommandResult, Row, TableData } from './command.ts';

/** Formats the data of a result as JSON, or its data and note as text. */
export function formatResult(result: CommandResult, isJson: boolean): string {
  if (isJson) return JSON.stringify(toJsonData(result), undefined, 2);
  const text = formatData(result);
  return result.note ? `${text}\n\n${result.note}` : text;
}

/** Returns the data of a result. The tables of a row are members of it. */
function toJsonData(result: CommandResult): object {
  if (isTable(result)) return result.data;
  const tables = Object.entries(result.tables ?? {});
  const members = tables.map(([name, { data }]) => [name, data]);
  return { ...result.data, ...Object.fromEntries(members) };
}

function isTable(result: object & { data: unknown }): result is TableData {
  return Array.isArray(result.data);
}

function formatData(result: CommandResult): string {
  if (isTable(result)) return formatTable(result);
  const tables = Object.entries(result.tables ?? {}).map(
    ([name, table]) => `${styleText('bold', formatHeading(name))}\n${formatTable(table)}`,
  );
  return [formatAttributes(result.data), ...tables].join('\n\n');
}

function formatTable({ data: rows, columns }: TableData): string {
  const [first] = rows;
  if (!first) return 'No results.';
  const names = columns ?? Object.keys(first);
  const headings = names.map(formatHeading);
  const cells = rows.map((row) => formatCells(row, names));
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

/** Advice about exceptions of the AWS SDK, by the name of the exception. */
const awsMessages: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'Your AWS credentials do not allow access to this table, its encryption key or its queues.',
  CredentialsProviderError:
    'No AWS credentials found: set AWS_PROFILE, or run aws sso login.',
  ExpiredTokenException: 'Your AWS credentials have expired: sign in again.',
  NotFoundException:
    'No encryption key of this table in this region: see the stack output EncryptionKeyArn.',
  QueueDoesNotExist: 'No such queue: see the stack output ConsumerQueues.',
  ResourceNotFoundException:
    'No such table in this region: see the stack output TableName.',
  UnrecognizedClientException:
    'AWS rejected your credentials: check AWS_PROFILE and AWS_ACCESS_KEY_ID.',
};

/** Formats an error as JSON or as text: what is wrong and what to do, without a stack trace. */
export function formatError(error: unknown, isJson: boolean): string {
  if (isJson) return JSON.stringify(toJson(error));
  const failures = error instanceof ServiceError ? error.failures : undefined;
  return failures
    ? formatFailures(failures)
    : toPrintableLines(`Error: ${getMessage(error)}`);
}

function toJson(error: unknown) {
  if (!(error instanceof ServiceError))
    return { error: 'failed', message: getMessage(error) };
  const { code, message, failures } = error;
  return compact({ error: code, message, failures });
}

function formatFailures(failures: Failures): string {
  const rows: string[][] = [];
  for (const [field, problems] of Object.entries(failures)) {
    for (const problem of problems) rows.push([`  ${field}`, problem]);
  }
  return ['Error:', ...alignColumns(rows)].join('\n');
}

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ServiceError && error.code === 'unavailable')
    return 'The table is not reachable: check that the service runs, the region and the network.';
  if (error.message.startsWith('Region is missing'))
    return 'No AWS region is set: use --region REGION.';
  // Other messages can begin with the name of a file.
  const message =
    error instanceof ServiceError ? capitalize(error.message) : error.message;
  return awsMessages[error.name] ?? describeSystemError(error) ?? message;
}

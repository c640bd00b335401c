import { styleText } from 'node:util';
import type { LogLine } from '#shared/runtime/log.ts';

/**
 * Formats a line that a function printed for developers: a request or an audit event on a short
 * line. Other output, errors and warnings stay as they are. Returns undefined for a line of the
 * authorizer, and for a run of a schedule, which happens every minute.
 */
export function formatLogLine(line: string): string | undefined {
  const fields = parseFields(line);
  if (fields?.level !== 'info') return line;
  if (fields.endpoint === 'authorizer' || fields.event === 'schedule') return undefined;
  return fields.event === 'request' ? formatRequest(fields) : formatEvent(fields);
}

function formatRequest(fields: LogLine): string {
  const {
    status = 0,
    endpoint = '',
    duration_ms = 0,
    store_calls = 0,
    code = '',
  } = fields;
  const color = status < 400 ? 'green' : 'yellow';
  const duration = duration_ms.toFixed(1).padStart(7);
  const calls = store_calls === 1 ? '1 store call' : `${store_calls} store calls`;
  const columns = [
    styleText(color, String(status)),
    `${endpoint.padEnd(30)} ${duration} ms`,
    calls,
    code,
  ];
  return columns.join('  ').trimEnd();
}

function formatEvent({
  event,
  client_id,
  user_hash,
  provider,
  code,
  status,
}: LogLine): string {
  const details = [
    client_id && `application ${client_id}`,
    user_hash && `user ${user_hash}`,
    provider && `provider ${provider}`,
    status,
    code,
  ];
  const text = details.filter(Boolean).join('  ');
  return `${styleText('cyan', '---')}  ${event.padEnd(30)} ${text}`.trimEnd();
}

/** Returns the fields of a log line, or undefined for other output. */
function parseFields(line: string): LogLine | undefined {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

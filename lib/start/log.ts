import { readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import type { LogLine } from '#shared/runtime/log.ts';

/**
 * Formats a line that a function printed for developers: a request or an audit event on a short
 * line, and an error with its message and stack. Other output, warnings and errors without a
 * message stay as they are. Returns undefined for a line of the authorizer, and for a run of a
 * schedule, which happens every minute.
 */
export function formatLogLine(line: string): string | undefined {
  const fields = parseFields(line);
  if (fields?.error_message !== undefined) return formatFault(fields);
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

/** Formats an error: the request or event, then the message and the frames of the stack. */
function formatFault(fields: LogLine): string {
  const { event, endpoint = '', error_name, error_message, error_stack = '' } = fields;
  const head =
    event === 'request'
      ? formatRequest(fields)
      : `${styleText('red', '---')}  ${event.padEnd(30)} ${endpoint}`;
  const frames = error_stack.split(' | ').map((frame) => `    ${frame}`);
  const lines = [styleText('red', `${error_name}: ${error_message}`), ...frames];
  return [head, ...lines].join('\n     ');
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
  return tryParseJson(line) as LogLine | undefined;
}

/** Returns the recipient, the subject and the links of a mail, as `npm start` prints them. */
export function formatMail(message: string): string {
  const [headers = '', ...parts] = message.split('\n\n');
  const getHeader = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1] ?? '';
  // In the text of a mail, each link is alone on its line.
  const links = parts.join('\n\n').match(/^https?:\/\/\S+$/gm) ?? [];
  const title = `Mail to ${getHeader('To')}: ${getHeader('Subject')}`;
  const lines = [`${styleText('cyan', '---')}  ${title}`, ...links];
  return lines.join('\n     ');
}

/** Calls `print` for each mail that arrives in a folder, until the signal aborts. */
export async function watchMail(
  folder: string,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const printed = new Set<string>();
  try {
    for await (const { filename } of watch(folder, { signal })) {
      if (!filename?.endsWith('.eml') || printed.has(filename)) continue;
      printed.add(filename);
      const message = await readFile(join(folder, filename), 'utf8').catch(() => '');
      if (message !== '') print(formatMail(message));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

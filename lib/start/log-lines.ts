import { styleText } from 'node:util';
import type { LogFields } from '#shared/runtime/log.ts';

/**
 * A line that a function printed, as a developer reads it: the outcome of a request, or an event of the audit, in a few
 * words. Whatever else was printed stays as it is, and so does the line of a fault or a warning, which says where it happened.
 */
export function readable(line: string): string | undefined {
  const fields = fieldsOf(line);
  if (fields?.level !== 'info') return line;
  if (fields.endpoint === 'authorizer') return undefined;
  return fields.event === 'request' ? outcomeOf(fields) : eventOf(fields);
}

function outcomeOf(fields: LogFields): string {
  const { status = 0, endpoint = '', duration_ms = 0, store_calls = 0, code = '' } = fields;
  const colour = status < 400 ? 'green' : 'yellow';
  const cost = `${duration_ms.toFixed(1).padStart(7)} ms  ${store_calls} store call${store_calls === 1 ? '' : 's'}`;
  return `${styleText(colour, String(status))}  ${endpoint.padEnd(30)} ${cost}  ${code}`.trimEnd();
}

function eventOf({ event, client_id, user_id, provider, code, status }: LogFields): string {
  const about = [
    client_id && `application ${client_id}`,
    user_id && `user ${user_id}`,
    provider && `provider ${provider}`,
    status,
    code,
  ];
  return `${styleText('cyan', '---')}  ${event.padEnd(30)} ${about.filter(Boolean).join('  ')}`.trimEnd();
}

function fieldsOf(line: string): LogFields | undefined {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

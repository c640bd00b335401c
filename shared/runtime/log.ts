/** The fields that a log line may have; nothing else is ever written (design principle 6). */
export interface LogFields {
  level: 'info' | 'warn' | 'error';
  event: string;
  /** ISO 8601; for lines that nothing else gives a time. */
  time?: string | undefined;
  endpoint?: string;
  request_id?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  duration_ms?: number;
  client_id?: string | undefined;
  user_id?: string | undefined;
  remote_connection_id?: string | undefined;
  provider?: string | undefined;
  store_calls?: number;
  read_units?: number;
  write_units?: number;
  /** Class and place of an unexpected error, never its message, which may quote what a caller sent. */
  error_name?: string;
  error_stack?: string;
}

/** Writes one line of JSON. */
export function log(fields: LogFields, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${JSON.stringify(fields)}\n`);
}

/** The frames of an error without its message. */
export function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' | ');
}

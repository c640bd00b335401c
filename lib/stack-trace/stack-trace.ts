import type { FindOriginal } from './source-map.ts';

/** A position in a bundle, e.g. `/var/task/index.js:1:91655`. */
const bundlePosition = /[^\s("]*\bindex\.js:(\d+):(\d+)/g;

/** Replaces each position in a bundle by its source position, if that is known. */
export function resolvePositions(text: string, findOriginal: FindOriginal): string {
  return text.replaceAll(bundlePosition, (position, line, column) => {
    return findOriginal(Number(line), Number(column)) ?? position;
  });
}

/** The part of a log line of a function that describes an error. */
export interface LoggedError {
  endpoint?: string;
  error_name?: string;
  error_stack: string;
}

/** Finds the first log line with an error in a text. Returns undefined if no line has an error. */
export function findLoggedError(text: string): LoggedError | undefined {
  const lines = text.split('\n').map(parseLine);
  return lines.find((fields) => typeof fields?.error_stack === 'string');
}

/**
 * Returns the fields of a log line, or undefined if it has no JSON. The console of CloudWatch puts
 * a time before the JSON.
 */
function parseLine(line: string): LoggedError | undefined {
  try {
    return JSON.parse(line.slice(line.indexOf('{')));
  } catch {
    return undefined;
  }
}

/** Formats the stack trace of a logged error as Node does, one frame per line. */
export function formatLoggedError({
  error_name = 'Error',
  error_stack,
}: LoggedError): string {
  // A log line has its frames on one line, with ` | ` between them.
  const frames = error_stack.split(' | ').map((frame) => `    ${frame}`);
  return [error_name, ...frames].join('\n');
}

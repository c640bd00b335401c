import { CommanderError } from '@commander-js/extra-typings';
import { describeSystemError } from '../local/host/files.ts';

/** Runs a program of `bin/`. If it fails, prints why and sets the exit code. */
export async function reportFailure(main: () => Promise<unknown>): Promise<void> {
  endWithOutput();
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    // Commander has printed its own errors, and throws to end the program after help, too.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else if (isBug(error)) console.error(formatFailure(error));
    else console.error(`Error: ${formatFailure(error)}`);
  }
}

/** Ends the program without an error when the reader of its output ends, e.g. `| head`. */
export function endWithOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
}

/**
 * Formats an error for developers. An `Error` of our own has a message that says what to do; a bug
 * keeps its stack trace, without the frames inside Node.
 */
export function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message } = error;
  if (!isBug(error)) return describeSystemError(error) ?? message;
  const ownFrames = stack.replace(nodeFrames, '');
  return ownFrames.trimEnd();
}

/** Matches the stack frames inside Node. */
const nodeFrames = /^ +at .*\bnode:.*$\n?/gm;

/**
 * Returns whether an error is a bug: an instance of a subclass such as `TypeError`. An error that
 * our code throws on purpose is a plain `Error`.
 */
function isBug(error: unknown): error is Error {
  return error instanceof Error && error.name !== 'Error';
}

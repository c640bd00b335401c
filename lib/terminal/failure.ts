import { CommanderError } from '@commander-js/extra-typings';

/**
 * Runs a program of `bin/`. If it fails, prints why and sets the exit code; commander has already printed its own
 * errors.
 */
export async function reportFailure(main: () => Promise<unknown>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isPrinted = error instanceof CommanderError;
    if (!isPrinted) console.error(`${isBug(error) ? '' : 'Error: '}${formatFailure(error)}`);
    process.exitCode = isPrinted ? error.exitCode : 1;
  }
}

/**
 * Formats an error for developers. An `Error` of our own has a message that says what to do; a bug keeps its stack
 * trace, without the frames inside Node.
 */
export function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = error.message } = error;
  return isBug(error) ? stack.replace(/^ +at .*\bnode:.*$\n?/gm, '').trimEnd() : error.message;
}

/** The code throws an `Error` to explain itself, and never a subclass such as `TypeError`. */
const isBug = (error: unknown) => error instanceof Error && error.name !== 'Error';

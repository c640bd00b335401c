import { CommanderError } from '@commander-js/extra-typings';
import type { Terminal } from '../command.ts';
import { formatError } from '../format.ts';
import type { OperatorEvent } from '../operator-log/operator-log.ts';
import {
  createAdminProgram,
  createRunner,
  recordEvent,
  rejectUnknownCommands,
} from '../program.ts';
import { registerAbout } from './about.ts';
import { registerApplicationCommands } from './application.ts';
import { registerBackupCommands } from './backup.ts';
import { registerCompletion } from './completion.ts';
import { registerConnectionCommands } from './connection.ts';
import { registerDeadLetterCommands } from './dead-letters.ts';
import { registerGrantCommands } from './grant.ts';
import { registerImportCommands } from './import.ts';
import { registerInboxCommands } from './inbox.ts';
import { registerMailCommands } from './mail.ts';
import { registerProviderCommands } from './provider.ts';
import { registerRestoreCheck } from './restore-check.ts';
import { registerSigningKeyCommands } from './signing-key.ts';
import { registerStackTrace } from './stack-trace.ts';
import { registerTokenCommands } from './token.ts';
import { registerUserCommands } from './user.ts';
import { registerWebhookCommands } from './webhook.ts';

/** `usageError` means that the command line is invalid and the command did not run. */
const exitCodes = { success: 0, failure: 1, usageError: 2 } as const;
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * Runs one command line, e.g. `['user', 'list']`, and returns its exit code. Results go to standard
 * output, errors and audit events to standard error.
 */
export async function runAdmin(
  args: readonly string[],
  terminal: Terminal = process,
): Promise<ExitCode> {
  const program = createAdminProgram(terminal, args);
  const run = createRunner(program, terminal, async (target) => {
    // The import is here so that help and usage errors do not load the AWS SDK.
    const { openTargetTable } = await import('../target.ts');
    const table = await openTargetTable(target);
    const record = (event: OperatorEvent) => recordEvent(target, event, terminal);
    return { table, terminal, now: new Date(), record };
  });
  registerApplicationCommands(program, run, terminal);
  registerConnectionCommands(program, run);
  registerProviderCommands(program, run);
  registerMailCommands(program, run);
  registerTokenCommands(program, run);
  registerGrantCommands(program, run, terminal);
  registerUserCommands(program, run, terminal);
  registerWebhookCommands(program, run);
  registerImportCommands(program, run);
  registerInboxCommands(program, run);
  registerDeadLetterCommands(program, terminal);
  registerBackupCommands(program, terminal);
  registerSigningKeyCommands(program, terminal);
  registerRestoreCheck(program, run);
  registerStackTrace(program, terminal);
  registerAbout(program, terminal);
  registerCompletion(program, terminal);
  rejectUnknownCommands(program);

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.success;
  } catch (error) {
    if (error instanceof CommanderError) return toExitCode(error);
    const { json = false } = program.opts();
    terminal.stderr.write(`${formatError(error, json)}\n`);
    return exitCodes.failure;
  }
}

/** Returns the exit code for an error of commander. Printing help also ends with such an error. */
function toExitCode({ exitCode }: CommanderError): ExitCode {
  return exitCode === 0 ? exitCodes.success : exitCodes.usageError;
}

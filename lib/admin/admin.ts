import { CommanderError } from '@commander-js/extra-typings';
import { audit } from '#shared/runtime/audit.ts';
import type { CommandRunner, Terminal } from './command.ts';
import { addApplicationCommands } from './commands/application.ts';
import { addConnectionCommands } from './commands/connection.ts';
import { addTokenCommands } from './commands/token.ts';
import { addUserCommands } from './commands/user.ts';
import * as formatError from './format-error.ts';
import * as formatResult from './format-result.ts';
import { type AdminProgram, createAdminProgram, rejectUnknownCommands } from './program.ts';

/** After a usage error nothing was attempted. */
const exitCodes = { success: 0, failure: 1, usageError: 2 } as const;
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * Runs one command line, e.g. `['user', 'list']`, and returns its exit code. Results go to standard
 * output, errors and audit events to standard error.
 */
export async function runAdmin(
  words: readonly string[],
  terminal: Terminal = process,
): Promise<ExitCode> {
  const program = createAdminProgram(terminal, words);
  const run = createRunner(program, terminal);
  addApplicationCommands(program, run);
  addConnectionCommands(program, run);
  addTokenCommands(program, run);
  addUserCommands(program, run);
  rejectUnknownCommands(program);

  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.success;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.success : exitCodes.usageError;
    const { json } = program.opts();
    terminal.stderr.write(`${json ? formatError.asJson(error) : formatError.asText(error)}\n`);
    return exitCodes.failure;
  }
}

function createRunner(program: AdminProgram, terminal: Terminal): CommandRunner {
  return (work) =>
    async (...args) => {
      const { json, ...target } = program.opts();
      // Help and usage errors do not load the AWS SDK.
      const { openTargetTable } = await import('./target.ts');
      const table = await openTargetTable(target);
      const now = new Date();

      const result = await work({ table, terminal, now }, ...args);
      const text = json ? formatResult.asJson(result) : formatResult.asText(result);
      terminal.stdout.write(`${text}\n`);

      const { event } = result;
      if (event) audit(event.name, { time: now.toISOString(), ...event }, terminal.stderr);
    };
}

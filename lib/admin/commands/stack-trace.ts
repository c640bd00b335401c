import { text } from 'node:stream/consumers';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Terminal } from '../command.ts';
import { formatExamples } from '../program.ts';

/** Registers the command that prints a stack trace of a bundle with source positions. */
export function registerStackTrace(
  program: CommandUnknownOpts,
  { stdin, stdout }: Terminal,
): void {
  program
    .command('stack-trace')
    .description('Prints a stack trace or a log line with the positions in the source.')
    .argument(
      '[function]',
      'e.g. main/data-source/list (default: the function in the log line)',
    )
    .option(
      '--maps <folder>',
      'source maps of the deployed release (default: those of the last build)',
    )
    .addHelpText(
      ...formatExamples(
        'stack-trace < log-line.json',
        'stack-trace main/data-source/list --maps source-maps < trace.txt',
      ),
    )
    .action(async (name, { maps }) => {
      const { resolveStackTrace } = await import(
        '../../stack-trace/resolve-stack-trace.ts'
      );
      stdout.write(`${await resolveStackTrace(await text(stdin), name, maps)}\n`);
    });
}

import { styleText } from 'node:util';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { defaultDataFolder } from '../local/host/pid-file.ts';
import { createProgram } from '../terminal/program.ts';
import type { Runner, Terminal } from './command.ts';
import { formatResult } from './format.ts';
import { confirm } from './input.ts';
import {
  type KeptEvent,
  keepOperatorEvent,
  type OperatorEvent,
} from './operator-log/operator-log.ts';

const programName = 'npm run admin --';

/** A plausible id of a user, an application or a connection, for the examples in the help. */
export const exampleId = '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y';

const examples = formatExamples(
  'user create ann@example.com --generate-password',
  'application list --json',
  'application create --help',
);

const outputsOption = new Option(
  '--outputs <file>',
  'file with the outputs of the deployed stack to work on; uses your AWS credentials',
).conflicts(['table', 'data']);

const dataOption = new Option('--data <folder>', 'data folder of the local service')
  .default(defaultDataFolder, '.local')
  .conflicts('table');

const asOption = new Option(
  '--as <name>',
  'your name in the log of operators, if several people share a login',
).env('OPERATOR');

export type AdminProgram = ReturnType<typeof createAdminProgram>;

/** Creates the operator's command line with the options of every command, and no command yet. */
export function createAdminProgram(
  { stdout, stderr }: Terminal,
  args: readonly string[],
) {
  return createProgram(programName)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: listLeafCommands,
      subcommandTerm: formatCommandName,
    })
    .description(
      'Manages the users, applications, tokens, connections, providers and queues.',
    )
    .option('--json', 'print JSON')
    .addOption(outputsOption)
    .option('--table <name>', 'deployed table to work on; uses your AWS credentials')
    .option(
      '--region <region>',
      'AWS region of the deployed table (default: your AWS settings)',
    )
    .addOption(dataOption)
    .addOption(asOption)
    .addHelpText(...examples)
    .hook('preAction', (program, command) => {
      requireOptionValues(program, args);
      requireOptionValues(command, args);
      const { region, table } = program.opts();
      if (region !== undefined && table === undefined)
        program.error('error: --region requires --table');
    });
}

type AdminOptions = ReturnType<AdminProgram['opts']>;

/** Creates a runner whose commands work on what `open` opens by the options of every command. */
export function createRunner<Context>(
  program: AdminProgram,
  terminal: Terminal,
  open: (options: AdminOptions) => Promise<Context>,
): Runner<Context> {
  return (work) =>
    async (...args) => {
      const options = program.opts();
      const context = await open(options);
      const result = await work(context, ...args);
      const kept = result.event && keepOperatorEvent(options, result.event);
      // Waits, because printing ends the program if nobody reads its output any more.
      await Promise.allSettled([kept]);
      terminal.stdout.write(`${formatResult(result, options.json ?? false)}\n`);
      if (kept) report(await kept, terminal);
      if (result.problem !== undefined) throw new Error(result.problem);
    };
}

/** Keeps and prints the audit event of a command that goes on. */
export async function recordEvent(
  options: AdminOptions,
  event: OperatorEvent,
  terminal: Terminal,
): Promise<void> {
  report(await keepOperatorEvent(options, event), terminal);
}

/** Prints the audit event of a command, which the log of the service has if it is kept. */
function report({ line, isKept }: KeptEvent, { stderr }: Terminal): void {
  stderr.write(`${line}\n`);
  if (!isKept)
    stderr.write(
      'The line above is not kept. Use --outputs with those of this release.\n',
    );
}

/** Adds a group of commands. An unknown command in it is an error that lists the known commands. */
export function addCommandGroup(
  program: CommandUnknownOpts,
  name: string,
  description: string,
) {
  const group = program.command(name).description(description);
  rejectUnknownCommands(group);
  return group;
}

/** Makes an unknown command an error that lists the expected commands. */
export function rejectUnknownCommands(group: CommandUnknownOpts): void {
  group.on('command:*', ([unknown]: string[]) => {
    const names = group.commands.map((command) => command.name());
    const expected = new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
    group.error(`error: unknown command "${unknown}"; expected ${expected}`);
  });
}

/** Returns the arguments of `addHelpText` that end a help page with these command lines. */
export function formatExamples(...commandLines: readonly string[]) {
  const lines = commandLines.map((commandLine) => `  ${programName} ${commandLine}`);
  const section = ['', styleText('bold', 'Examples:'), ...lines].join('\n');
  return ['after', section] as const;
}

/** Lists the commands that a help page shows: all commands that are not groups. */
function listLeafCommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.flatMap((child) =>
    child.commands.length > 0 ? listLeafCommands(child) : child,
  );
}

/** Returns a command with its group, e.g. `user create`, or without a group, e.g. `backup`. */
function formatCommandName(command: CommandUnknownOpts): string {
  const group = command.parent;
  const isInGroup = group !== null && group.parent !== null;
  return isInGroup ? `${group.name()} ${command.name()}` : command.name();
}

/**
 * Rejects an option in the place of a value, e.g. `--password --json`, which commander would
 * accept. `--password=--json` still works.
 */
function requireOptionValues(command: CommandUnknownOpts, args: readonly string[]): void {
  for (const [index, argument] of args.entries()) {
    const option = command.options.find(({ long }) => long === argument);
    const isMissing = option?.required && args[index + 1]?.startsWith('-');
    if (isMissing) command.error(`error: option '${option.flags}' argument missing`);
  }
}

/** Adds a value of a repeatable option to its previous values. */
export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

export const yesOption = new Option('--yes', 'do not ask for confirmation');

/** The effect to confirm, or undefined if these options need no confirmation. */
type Consequence = (options: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * Creates the hook of a command that asks the operator to confirm its consequence, e.g. `deletes
 * the messages`, unless the option `--yes` is given. Without a terminal nobody can be asked, so the
 * option is required.
 */
export function requireConfirmation(
  terminal: Terminal,
  describeConsequence: Consequence,
) {
  return async (command: CommandUnknownOpts): Promise<void> => {
    const options: Readonly<Record<string, unknown>> = command.opts();
    const consequence = describeConsequence(options);
    if (consequence === undefined || options.yes === true) return;
    if (terminal.stdin.isTTY !== true)
      command.error(
        `error: this ${consequence}; standard input is not a terminal, so nobody can be asked: ` +
          'add --yes to confirm',
      );

    const isConfirmed = await confirm(terminal, `This ${consequence}. Continue? (y/N) `);
    if (!isConfirmed) throw new Error('Not confirmed. Nothing was changed.');
  };
}

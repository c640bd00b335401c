import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '#shared/runtime/audit.ts';
import { parseArguments, splitCommandLine } from './arguments.ts';
import type { Command, GivenValues, Group } from './command.ts';
import { helpOnCommand, helpOnEverything, helpOnGroup, usageOf } from './help.ts';
import * as print from './print.ts';
import * as refusal from './refusal.ts';
import type { Terminal } from './terminal.ts';

const folder = join(import.meta.dirname, 'commands');

/** The exit codes: 2 is for a command line that was not understood, and then nothing was tried. */
const exit = { done: 0, refused: 1, misunderstood: 2 } as const;
type Exit = (typeof exit)[keyof typeof exit];

/**
 * Runs one command line, as in `['user', 'list']`. The answer goes to standard output, whatever went wrong to standard
 * error, where an audit event is noted as well; gives the exit code. Every file in `commands/` is a group of commands.
 */
export async function runAdmin(
  line: readonly string[],
  terminal: Terminal = process,
): Promise<Exit> {
  const { tell, misunderstood } = voiceOf(terminal);
  const { group, name, words } = splitCommandLine(line);
  const isHelpWanted = words.some((word) => word === '--help' || word === '-h');
  const groups = await groupNames();
  if (group === undefined) return tell(helpOnEverything(await allGroups(groups)), isHelpWanted);
  if (!groups.includes(group))
    return misunderstood([`There is no "${group}"; there are ${groups.join(', ')}.`]);
  const found = await loadGroup(group);
  if (name === undefined) return tell(helpOnGroup(group, found), isHelpWanted);
  const command = Object.hasOwn(found.commands, name) ? found.commands[name] : undefined;
  const names = Object.keys(found.commands).join(', ');
  if (!command) return misunderstood([`There is no "${group} ${name}"; there are ${names}.`]);
  if (isHelpWanted) return tell(helpOnCommand(group, name, command), isHelpWanted);
  const { given, problems } = parseArguments(command, words);
  if (problems.length > 0) return misunderstood(problems, usageOf(group, name, command));
  return runCommand(command, given, terminal);
}

async function runCommand(command: Command, given: GivenValues, terminal: Terminal): Promise<Exit> {
  const { stdout, stderr } = terminal;
  try {
    // The SDK is loaded only where there is something to do.
    const { reachTable } = await import('./target.ts');
    const table = await reachTable(given);
    const now = new Date();
    const result = await command.run({ table, terminal, now }, given);
    stdout.write(`${given.json ? print.asJson(result) : print.asText(result)}\n`);
    if (result.event)
      audit(result.event.name, { time: now.toISOString(), ...result.event }, stderr);
    return exit.done;
  } catch (error) {
    stderr.write(`${given.json ? refusal.asJson(error) : refusal.asText(error)}\n`);
    return exit.refused;
  }
}

/** What is said to a line that leads to no command. */
function voiceOf({ stdout, stderr }: Terminal) {
  return {
    /** Tells what was asked for; nobody who calls without a command has asked, and a script should notice. */
    tell(help: string, isWanted: boolean): Exit {
      (isWanted ? stdout : stderr).write(`${help}\n`);
      return isWanted ? exit.done : exit.misunderstood;
    },
    misunderstood(problems: readonly string[], usage?: string): Exit {
      stderr.write(
        `${[...problems, ...(usage ? [`Usage: ${usage}`] : []), 'See --help.'].join('\n')}\n`,
      );
      return exit.misunderstood;
    },
  };
}

async function groupNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

async function loadGroup(name: string): Promise<Group> {
  const { default: group }: { default: Group } = await import(`./commands/${name}.ts`);
  return group;
}

async function allGroups(names: readonly string[]): Promise<Record<string, Group>> {
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await loadGroup(name)] as const)),
  );
}

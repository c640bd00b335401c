import { styleText } from 'node:util';
import { columns } from '../terminal/columns.ts';
import { commonOptions } from './arguments.ts';
import type { Command, Group, Option } from './command.ts';

/** How the command line is called, as the README says it. */
const program = 'npm run admin --';

const title = (text: string) => styleText('bold', text);
const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function section(name: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title(name), ...indented(lines)] : [];
}

/** What there is to do at all. */
export function helpOnEverything(groups: Readonly<Record<string, Group>>): string {
  const commands = Object.entries(groups).flatMap(([group, { commands }]) =>
    Object.entries(commands).map(([name, { about }]) => [`${group} ${name}`, about]),
  );
  return [
    "The operator's command line of the fitness data service.",
    ...section('Usage', [`${program} GROUP COMMAND [arguments] [options]`]),
    ...section('Commands', columns(commands)),
    ...section('Options of every command', optionLines(commonOptions)),
    ...section('Examples', [
      `${program} user create ann@example.com --generate-password`,
      `${program} application list --json`,
      `${program} application create --help`,
    ]),
  ].join('\n');
}

/** What there is to do with one kind of thing. */
export function helpOnGroup(groupName: string, { about, commands }: Group): string {
  const examples = Object.entries(commands).flatMap(([name, { examples }]) =>
    examples.slice(0, 1).map((example) => `${program} ${groupName} ${name} ${example}`.trimEnd()),
  );
  return [
    about,
    ...section('Usage', [`${program} ${groupName} COMMAND [arguments] [options]`]),
    ...section(
      'Commands',
      columns(Object.entries(commands).map(([name, { about }]) => [name, about])),
    ),
    ...section('Examples', examples),
  ].join('\n');
}

/** All about one command. */
export function helpOnCommand(groupName: string, name: string, command: Command): string {
  const call = `${program} ${groupName} ${name}`;
  return [
    command.about,
    ...section('Usage', [usageOf(groupName, name, command)]),
    ...section('Arguments', columns(Object.entries(command.arguments))),
    ...section('Options', optionLines(command.options)),
    ...section('Options of every command', optionLines(commonOptions)),
    ...section(
      'Examples',
      command.examples.map((example) => `${call} ${example}`.trimEnd()),
    ),
  ].join('\n');
}

/** How one command is called, in one line. */
export function usageOf(groupName: string, name: string, command: Command): string {
  return [program, groupName, name, ...Object.keys(command.arguments), '[options]'].join(' ');
}

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  return columns(
    Object.entries(options).map(([name, { value, many, about }]) => [
      `--${name}${value ? ` ${value}` : ''}`,
      many ? `${about} (can be repeated)` : about,
    ]),
  );
}

import { parseArgs } from 'node:util';
import type { Command, GivenOptions, GivenValues, Option } from './command.ts';

/** The options of every command. */
export const commonOptions = {
  json: { about: 'answer in JSON, for machines' },
  table: {
    value: 'NAME',
    about: 'a deployed table, reached with the AWS credentials of your environment',
  },
  region: { value: 'REGION', about: "the deployed table's region; default: your environment's" },
  data: { value: 'FOLDER', about: 'the data folder of the local service; default: .local' },
  help: { about: 'show this help' },
} as const satisfies Record<string, Option>;

type Common = GivenOptions<typeof commonOptions>;

/** What was understood of a command line, and every problem with it, one sentence each. */
export interface Parsed {
  given: GivenValues & Common;
  problems: readonly string[];
}

/** The words that name a group and a command, and all others: the options of every command may stand before them. */
export function splitCommandLine(line: readonly string[]): {
  group: string | undefined;
  name: string | undefined;
  words: readonly string[];
} {
  const { tokens } = parseArgs({
    args: [...line],
    options: typesOf(commonOptions),
    strict: false,
    tokens: true,
  });
  const [group, name] = tokens.filter((token) => token.kind === 'positional');
  const words = line.filter((_, index) => index !== group?.index && index !== name?.index);
  return { group: group?.value, name: name?.value, words };
}

/** Reads all but the name of a command. */
export function parseArguments(command: Command, words: readonly string[]): Parsed {
  const options: Record<string, Option> = { ...commonOptions, ...command.options };
  const { positionals, tokens } = parseArgs({
    args: [...words],
    options: typesOf(options),
    strict: false,
    tokens: true,
  });
  const optionTokens = tokens.filter((token) => token.kind === 'option');
  const given = {
    ...givenArguments(command, positionals),
    ...givenOptions(options, optionTokens),
  } as Parsed['given'];
  const problems = [
    ...optionTokens
      .map((token) =>
        problemOf(token, Object.hasOwn(options, token.name) ? options[token.name] : undefined),
      )
      .filter((problem) => problem !== undefined),
    ...problemsOfArguments(command, positionals),
    ...problemsOfTarget(given),
  ];
  const combination = problems.length === 0 ? command.check(given) : undefined;
  return { given, problems: combination ? [combination] : problems };
}

function typesOf(options: Record<string, Option>) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      {
        type: value ? ('string' as const) : ('boolean' as const),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  );
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function givenOptions(
  options: Record<string, Option>,
  tokens: readonly OptionToken[],
): GivenValues {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value, many }]) => {
      const own = tokens.filter((token) => token.name === name);
      if (!value) return [name, own.length > 0];
      return [name, many ? own.map((token) => token.value ?? '') : own.at(-1)?.value];
    }),
  );
}

function problemOf(
  { rawName, value, inlineValue }: OptionToken,
  option: Option | undefined,
): string | undefined {
  if (!option) return `There is no option ${rawName}.`;
  if (!option.value) return value === undefined ? undefined : `${rawName} takes no value.`;
  const isLost = value === undefined || (!inlineValue && value.startsWith('-'));
  return isLost ? `${rawName} needs a value: ${rawName} ${option.value}.` : undefined;
}

function givenArguments(
  { arguments: wanted }: Command,
  positionals: readonly string[],
): GivenValues {
  return Object.fromEntries(Object.keys(wanted).map((name, i) => [name, positionals[i]]));
}

function problemsOfArguments(
  { arguments: wanted }: Command,
  positionals: readonly string[],
): string[] {
  const names = Object.keys(wanted);
  return [
    ...names.slice(positionals.length).map((name) => `${name} is missing: ${wanted[name]}.`),
    ...positionals.slice(names.length).map((word) => `There is no argument for "${word}".`),
  ];
}

function problemsOfTarget({ table, region, data }: Common): string[] {
  return [
    ...(region && !table ? ['--region goes with --table.'] : []),
    ...(table && data
      ? ['--data is for the local service and --table for a deployed one: give one of them.']
      : []),
  ];
}

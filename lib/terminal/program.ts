import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { replaceControlCharacters } from './columns.ts';

/**
 * Creates a command-line program with the help and error style of this project. `name` is the
 * command in the help. Parsing throws a `CommanderError` after it has printed help or an error.
 */
export function createProgram(name: string): Command {
  return new Command(name)
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ styleTitle })
    .configureOutput({ outputError: writeError })
    .showHelpAfterError('See --help.')
    .exitOverride();
}

/**
 * Reads the command line of a program that has no options. Throws a `CommanderError` after it has
 * printed the help or an error, so that nothing runs.
 */
export function requireNoArguments(
  name: string,
  description: string,
  args: readonly string[],
): void {
  createProgram(name).description(description).parse(args, { from: 'user' });
}

function styleTitle(title: string): string {
  return styleText('bold', title);
}

function writeError(text: string, write: (text: string) => void): void {
  const capitalized = text.replace(/^error:/, 'Error:');
  write(toPrintableLines(capitalized));
}

/** Replaces the control characters of a message that can quote anything, except line breaks. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(replaceControlCharacters).join('\n');
}

/**
 * Creates the parser of an option with an integer from `min` to `max`. The parser throws an
 * `InvalidArgumentError` for other text.
 */
export function createIntegerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    const isInRange = number >= min && number <= max;
    if (!/^\d+$/.test(text) || !isInRange)
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return number;
  };
}

/**
 * Adds the pair of a repeatable option, e.g. `id=self`, to its previous pairs. Throws an
 * `InvalidArgumentError` for text without a name.
 */
export function collectPair(
  text: string,
  previous: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const separator = text.indexOf('=');
  if (separator < 1) throw new InvalidArgumentError('Expected name=value.');
  return { ...previous, [text.slice(0, separator)]: text.slice(separator + 1) };
}

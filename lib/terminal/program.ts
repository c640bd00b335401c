import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';

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

function styleTitle(title: string): string {
  return styleText('bold', title);
}

function writeError(text: string, write: (text: string) => void): void {
  const capitalized = text.replace(/^error:/, 'Error:');
  write(capitalized);
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

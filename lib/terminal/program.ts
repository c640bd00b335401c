import { styleText } from 'node:util';
import { Command } from '@commander-js/extra-typings';

/**
 * Creates a command line that is called as `name`, with the help and error messages of all of ours.
 * Parsing throws a `CommanderError` after it printed help or an error.
 */
export function createProgram(name: string): Command {
  return new Command(name)
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ styleTitle })
    .configureOutput({ outputError })
    .showHelpAfterError('See --help.')
    .exitOverride();
}

function styleTitle(title: string): string {
  return styleText('bold', title);
}

function outputError(text: string, write: (text: string) => void): void {
  const capitalized = text.replace(/^error:/, 'Error:');
  write(capitalized);
}

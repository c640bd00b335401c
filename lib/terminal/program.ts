import { styleText } from 'node:util';
import { Command } from '@commander-js/extra-typings';

/**
 * Creates a command line that is called as `name`. All of ours share the form of their help and error messages.
 * Parsing throws a `CommanderError` after help or an error was printed.
 */
export function createProgram(name: string): Command {
  return new Command(name)
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ styleTitle: (title) => styleText('bold', title) })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'Error:')) })
    .showHelpAfterError('See --help.')
    .exitOverride();
}

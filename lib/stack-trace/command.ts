import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Option } from '@commander-js/extra-typings';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { createProgram } from '../terminal/program.ts';
import { findFunctionId } from './find-function.ts';
import { readSourceMap } from './source-map.ts';
import { findLoggedError, formatLoggedError, resolvePositions } from './stack-trace.ts';

const examples = `
Examples:
  npm run stack-trace < log-line.json
  npm run stack-trace -- main/data-source/list --maps source-maps < trace.txt`;

/** Runs `npm run stack-trace`, which prints a stack trace of a bundle with source positions. */
export async function runStackTrace(
  args: readonly string[],
  stdin: Readable = process.stdin,
): Promise<void> {
  const command = createProgram('npm run stack-trace --')
    .description(
      'Reads a stack trace or a log line of a function, and prints it with source positions.',
    )
    .argument(
      '[function]',
      'e.g. main/data-source/list (default: the function in the log line)',
    )
    .addOption(
      new Option('--maps <folder>', 'source maps of the deployed release').default(
        bundlesFolder,
        'dist/functions',
      ),
    )
    .addHelpText('after', examples);

  await reportFailure(async () => {
    command.parse(args, { from: 'user' });
    const [name] = command.processedArgs;
    const { maps } = command.opts();
    const input = await text(stdin);
    console.log(await resolveStackTrace(input, name, maps));
  });
}

/**
 * Returns a log line or a stack trace with the positions in the source instead of positions in
 * bundles. Throws an error that explains what is missing.
 */
export async function resolveStackTrace(
  input: string,
  name: string | undefined,
  mapsFolder: string,
): Promise<string> {
  const logged = findLoggedError(input);
  const functionName = name ?? logged?.endpoint;
  if (!functionName)
    throw new Error('Name the function, e.g. npm run stack-trace -- auth/token.');

  const id = findFunctionId(await discoverDefinitions(), functionName);
  const findOriginal = await readSourceMap(id, mapsFolder);
  const trace = logged ? formatLoggedError(logged) : input.trimEnd();
  return resolvePositions(trace, findOriginal);
}

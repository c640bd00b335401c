import { writeFile } from 'node:fs/promises';
import { Option } from '@commander-js/extra-typings';
import { reportFailure } from '#lib/terminal/failure.ts';
import { createIntegerParser, createProgram } from '#lib/terminal/program.ts';

const description = [
  'Profiles the CPU time of a function: in a new process, when it is warm, and in the local',
  'runner around it. Prints the packages, modules and functions that take most of it.',
].join(' ');

const examples = `
Examples:
  npm run profile -- main/data-source/list
  npm run profile -- auth/token --out token.cpuprofile    Chrome and VS Code show this file`;

/** Profiles a function with the options of a command line. */
export function runProfile(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const { id, requests, out } = readProfileOptions(args);
    const { profileFunction } = await import('./profile-function.ts');
    const { text, warmProfile } = await profileFunction(id, requests);
    console.log(text);
    if (out !== undefined) await writeFile(out, JSON.stringify(warmProfile));
  });
}

function readProfileOptions(args: readonly string[]) {
  const program = createProgram('npm run profile --')
    .description(description)
    .argument('<function>', 'its folder, e.g. main/data-source/list')
    .addOption(
      new Option('--requests <number>', 'requests to the warm function')
        .default(1000)
        .argParser(createIntegerParser(10, 100_000)),
    )
    .option(
      '--out <file>',
      'write the profile of the warm function to a .cpuprofile file',
    )
    .addHelpText('after', examples)
    .parse(args, { from: 'user' });
  const [id] = program.processedArgs;
  return { id, ...program.opts() };
}

import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { LocalService } from '#lib/local/service.ts';
import { reportFailure } from '#lib/terminal/failure.ts';
import { requireNoArguments } from '#lib/terminal/program.ts';
import { makePythonEnvironment } from '../openapi-tools/python.ts';
import { startServiceForClients } from '../openapi-tools/service.ts';
import { findVersion, runTool } from '../openapi-tools/tool.ts';
import {
  listProblems,
  readGuideFromStart,
  readGuideSamples,
  type SampleLanguage,
  sampleGuides,
} from './guide-samples.ts';
import { endMark, type Interpreter, startInterpreter } from './interpreter.ts';
import { newSampleReader, type SampleReader } from './sample-reader.ts';

const description =
  'Runs the samples of all guides in Python and curl against a service of its own, and compares ' +
  'what they print with the responses in the guides. The tests run those in TypeScript; here, the ' +
  'first guide runs with the package of the client that the service serves.';

/** Keeps what was installed for the next run. */
const cacheFolder = join(tmpdir(), 'fitness-data-samples');

/** A language in which the check follows guides. */
interface CheckedLanguage {
  name: SampleLanguage;
  start(variables: SampleReader['variables']): Interpreter;
}

/** Runs the check with the options of a command line. */
export function runSampleCheck(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    requireNoArguments('npm run check:samples --', description, args);
    const languages = [await preparePython(), await prepareCurl()];
    await using folder = await mkdtempDisposable(join(tmpdir(), 'samples-'));
    const service = await startServiceForClients();
    try {
      service.startDelivery();
      for (const guide of sampleGuides)
        for (const language of languages)
          await checkGuide(guide, language, service, folder.path);
      await checkServedPackage(service, folder.path);
    } finally {
      await service.close();
    }
  });
}

/** Makes an environment of Python, with the packages that the guides install. */
async function preparePython(): Promise<CheckedLanguage> {
  const folder = join(cacheFolder, 'python');
  const bin = await makePythonEnvironment(folder, [3, 8], 'The samples in Python need');
  await installPackages(folder, bin);
  const driver = join(import.meta.dirname, 'follow.py');
  return {
    name: 'Python',
    start: (environment) =>
      startInterpreter({
        command: [join(bin, 'python'), driver, endMark],
        variables: environment,
        toInput: (code) => `${JSON.stringify(code)}\n`,
      }),
  };
}

/** Runs the commands of the guides that install packages, with the programs of a folder. */
async function installPackages(folder: string, bin: string): Promise<void> {
  const variables = {
    PATH: [bin, process.env.PATH].join(delimiter),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
  };
  const samples = sampleGuides.flatMap((guide) => readGuideSamples(guide));
  for (const { installs } of samples) {
    if (installs.Python === undefined) continue;
    await runTool(['sh', '-c', installs.Python], { folder, variables }).catch((cause) => {
      const sentence = 'A package of the samples in Python cannot be installed.';
      throw new Error(`${sentence} ${cause.message}`, { cause });
    });
  }
}

async function prepareCurl(): Promise<CheckedLanguage> {
  if ((await findVersion(['curl', '--version'])) === undefined)
    throw new Error('The samples for curl need curl. Install it.');
  return {
    name: 'curl',
    start: (variables) =>
      startInterpreter({
        command: ['sh', '-eu'],
        variables,
        toInput: (code) => `${code}\nprintf '\\n%s\\n' '${endMark}'\n`,
      }),
  };
}

/** Follows a guide in a language. Throws if a sample prints something else than the guide shows. */
async function checkGuide(
  guide: string,
  { name, start }: CheckedLanguage,
  { urls }: LocalService,
  folder: string,
): Promise<void> {
  const reader = await newSampleReader(urls, folder, guide);
  await using interpreter = start(reader.variables);
  const samples = readGuideFromStart(guide, urls);
  const printed: unknown[] = [];
  for (const sample of samples) {
    const code = await fillIn(reader, sample.code[name] ?? '', printed);
    const output = await interpreter.run(code);
    printed.push(parseOutput(output));
    const problems = listProblems(sample, printed.at(-1));
    if (problems.length > 0)
      throw new Error(
        `${guide}.md, "${sample.section}", ${name}:\n${problems.join('\n')}\n${output}`,
      );
  }
  console.log(`${guide}.md: the samples run in ${name}`);
}

/** Runs the first guide in TypeScript, with the package of the client that the service serves. */
async function checkServedPackage({ urls }: LocalService, folder: string): Promise<void> {
  const guide = 'getting-started';
  const { variables } = await newSampleReader(urls, folder, guide);
  const samples = readGuideSamples(guide, urls);
  const code = samples.map((sample) => sample.code.TypeScript);
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'sample.mts'), code.join('\n'));
  for (const { installs } of samples)
    if (installs.TypeScript) await runTool(['sh', '-c', installs.TypeScript], { folder });
  await runTool([process.execPath, 'sample.mts'], { folder, variables });
  console.log('getting-started.md: the samples run in TypeScript, as installed');
}

/** Parses a response. Another text is a URL, or empty. */
function parseOutput(output: string): unknown {
  return output.startsWith('{') ? JSON.parse(output) : output;
}

/** Sets the variables that are `...` in a sample to the values that its comments describe. */
async function fillIn(
  { placeFiles, findValue }: SampleReader,
  code: string,
  printed: readonly unknown[],
): Promise<string> {
  let filled = placeFiles(code);
  for (const [gap, name = ''] of code.matchAll(/\b(\w+) ?= ?"?\.\.\./g)) {
    const value = await findValue(name, printed);
    filled = filled.replace(gap, gap.replace('...', value));
  }
  return filled;
}

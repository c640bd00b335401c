import { cp, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import type { LocalService } from '#lib/local/service.ts';
import { formatFailure, reportFailure } from '#lib/terminal/failure.ts';
import { createProgram } from '#lib/terminal/program.ts';
import { type ClientLanguage, clientLanguages } from './client-languages.ts';
import { type Generators, installGenerators } from './generators.ts';
import { createLinters } from './linters.ts';
import { createVariables, downloadDocuments, startServiceForClients } from './service.ts';
import { type CheckedDocument, findVersion, runTool, type Tool } from './tool.ts';

const description = [
  'Downloads linters and generators, and runs them on the OpenAPI documents of a service of its own.',
  'Compiles the generated clients, and each creates and reads data of the service.',
].join(' ');

/** Keeps what was downloaded and compiled for the next run. */
const cacheFolder = join(tmpdir(), 'fitness-data-openapi');

const withoutPythonOption = new Option(
  '--no-python',
  'leave out the generators, which need Python 3.11 or newer',
).conflicts('language');

const languageOption = new Option(
  '--language <names...>',
  'check only the clients in these languages, without the linters',
).choices(clientLanguages.map(toChoice));

function toChoice({ name }: ClientLanguage): string {
  return name.toLowerCase();
}

/** Runs the check with the options of a command line. */
export function runOpenApiCheck(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const options = createProgram('npm run check:openapi --')
      .description(description)
      .addOption(withoutPythonOption)
      .addOption(languageOption)
      .parse(args, { from: 'user' })
      .opts();
    await using folder = await mkdtempDisposable(join(tmpdir(), 'openapi-'));
    const service = await startServiceForClients();
    try {
      const documents = await downloadDocuments(service, folder.path);
      const check: ClientCheck = { service, documents, folder: folder.path };
      if (options.language) {
        const generators = await installGenerators(cacheFolder);
        await checkLanguages(selectLanguages(options.language), generators, check);
      } else {
        await checkDocuments(documents, await createLinters(folder.path));
        if (options.python) await checkClients(check);
      }
    } finally {
      await service.close();
    }
  });
}

async function checkDocuments(
  documents: readonly CheckedDocument[],
  tools: readonly Tool[],
): Promise<void> {
  for (const document of documents) {
    for (const { name, check } of tools) {
      await check(document);
      console.log(`${document.host}.json: ${name} found no problems`);
    }
  }
}

/** The documents and folders of the clients, and the service that they call. */
interface ClientCheck {
  service: LocalService;
  documents: readonly CheckedDocument[];
  folder: string;
}

function selectLanguages(names: readonly string[]): readonly ClientLanguage[] {
  return clientLanguages.filter((language) => names.includes(toChoice(language)));
}

async function checkClients(check: ClientCheck): Promise<void> {
  const generators = await installGenerators(cacheFolder);
  await checkSecondPythonClient(generators, check);
  await checkLanguages(clientLanguages, generators, check);
}

/** Checks languages, also after one has failed. Throws the names of those that failed. */
async function checkLanguages(
  languages: readonly ClientLanguage[],
  generators: Generators,
  check: ClientCheck,
): Promise<void> {
  const failed: string[] = [];
  for (const language of languages) {
    try {
      await checkLanguage(language, generators, check);
    } catch (error) {
      failed.push(language.name);
      console.error(`${language.name}: ${formatFailure(error)}`);
    }
  }
  if (failed.length > 0)
    throw new Error(`These clients do not work: ${failed.join(', ')}.`);
}

/** Generates the clients of a language. Compiles and runs them if its compiler is installed. */
async function checkLanguage(
  language: ClientLanguage,
  generators: Generators,
  { service, documents, folder: parent }: ClientCheck,
): Promise<void> {
  const { name, generator, getFolder, needs, commands } = language;
  const startedAt = performance.now();
  const folder = join(parent, generator);
  for (const document of documents) {
    const output = join(folder, getFolder(document.host));
    await generators.generate(language, document, output);
  }
  await copyProgram(generator, folder);

  const versions = await Promise.all(needs.map(({ command }) => findVersion(command)));
  const missing = needs.filter((_, index) => versions[index] === undefined);
  if (missing.length > 0) {
    const texts = missing.map(({ install }) => install).join(' and ');
    console.log(`${name}: generated, but neither compiled nor run: install ${texts}`);
    return;
  }
  const variables = await createVariables(service);
  const cache = { CARGO_TARGET_DIR: join(cacheFolder, 'cargo') };
  for (const command of commands)
    await runTool(command, { folder, variables: { ...cache, ...variables } });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${name} (${versions[0]}): generated, compiled and run in ${seconds} s`);
}

async function checkSecondPythonClient(
  { generateWithPython, python }: Generators,
  { service, documents, folder: parent }: ClientCheck,
): Promise<void> {
  const generator = 'openapi-python-client';
  const folder = join(parent, generator);
  await copyProgram(generator, folder);
  for (const document of documents)
    await generateWithPython(document, join(folder, `${document.host}_client`));
  const variables = await createVariables(service);
  await runTool([python, 'round_trip.py'], { folder, variables });
  console.log(`${generator}: generated and run`);
}

/** Copies the program that uses the clients of a generator to the folder of the clients. */
function copyProgram(generator: string, folder: string): Promise<void> {
  const programs = join(import.meta.dirname, 'round-trips');
  return cp(join(programs, generator), folder, { recursive: true });
}

import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, parse, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type Definitions, definitionFiles } from '../endpoints.ts';
import { bundlesFolder, functionsFolder, metafileName, root } from '../paths.ts';
import { addStyles } from '../styles/minify-styles.ts';

/** The source files of each function, as paths below the root. */
export type BundleInputs = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads which sources the bundles in a folder consist of. */
export async function readBundleInputs(folder = bundlesFolder): Promise<BundleInputs> {
  const text = await readFile(join(folder, metafileName), 'utf8');
  const { outputs }: Metafile = JSON.parse(text);
  const inputs = new Map<string, ReadonlySet<string>>();

  for (const [path, output] of Object.entries(outputs)) {
    const { dir: id, base: name } = parse(relative(folder, join(root, path)));
    if (name === 'index.js') inputs.set(id, new Set(Object.keys(output.inputs)));
  }

  return inputs;
}

/** Finds the functions whose bundles contain one of these files. */
export function findFunctions(
  inputs: BundleInputs,
  files: readonly string[],
): readonly string[] {
  const entries = [...inputs].filter(([, sources]) =>
    files.some((file) => sources.has(file)),
  );
  return entries.map(([id]) => id);
}

/** Returns whether a folder has the code of a function. */
function hasCode(folder: string): boolean {
  const isCode = (name: string) => name === 'handler.ts' || name.endsWith('.screen.ts');
  return existsSync(folder) && readdirSync(folder).some(isCode);
}

/** Returns the inputs of the functions that still have a handler. */
export function omitRemovedFunctions(
  inputs: BundleInputs,
  folder = functionsFolder,
): BundleInputs {
  const existing = [...inputs].filter(([id]) => hasCode(join(folder, id)));
  return new Map(existing);
}

/** Returns the functions of changed files that have a handler but no bundle yet. */
export function findNewFunctions(
  inputs: BundleInputs,
  files: readonly string[],
  folder = functionsFolder,
): readonly string[] {
  // The id of a function is the folder of its files below `functions/`.
  const ids = files.map((file) => /^functions\/(.+)\/[^/]+$/.exec(file)?.[1] ?? '');
  const isNew = (id: string) => !inputs.has(id) && hasCode(join(folder, id));
  return [...new Set(ids)].filter(isNew);
}

const { screens: screenEnding, ...fileNames } = definitionFiles;

const definitionPatterns = Object.values(fileNames).map((name) => `functions/**/${name}`);

const screenPattern = `functions/**/*${screenEnding}`;

/** The sources from which the template is synthesized, as paths below the root. */
export interface TemplateSources {
  /** The definitions (`endpoint.ts`, `consumer.ts` and others), and all that they import. */
  definitions: ReadonlySet<string>;
  /** The stack, and all that it imports. */
  stack: ReadonlySet<string>;
}

/** Reads the files of the project that these entry points consist of or import. */
export async function readInputs(
  entryPoints: readonly string[],
): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    entryPoints: [...entryPoints],
    absWorkingDir: root,
    outdir: 'dist',
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    plugins: [addStyles],
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  return metafile.inputs;
}

/**
 * Lists the screens and what they import directly. What that imports is their code, on which no
 * value of the template depends.
 */
async function listScreenSources(): Promise<readonly string[]> {
  const inputs = Object.entries(await readInputs([screenPattern]));
  const screens = inputs.filter(([path]) => path.endsWith(screenEnding));
  return screens.flatMap(([path, { imports }]) => [
    path,
    ...imports.filter(({ external }) => !external).map((imported) => imported.path),
  ]);
}

export async function listTemplateSources(): Promise<TemplateSources> {
  const [definitions, screens, stack] = await Promise.all([
    readInputs(definitionPatterns),
    listScreenSources(),
    readInputs(['lib/cloud/synthesize.ts']),
  ]);
  return {
    definitions: new Set([...Object.keys(definitions), ...screens]),
    stack: new Set(Object.keys(stack)),
  };
}

/** The members of an endpoint that only its code and the documentation depend on. */
export const codeMembers = [
  'summary',
  'description',
  'operationId',
  'request',
  'responses',
  'examples',
] as const satisfies readonly (keyof Endpoint)[];

const fileName = 'template-inputs.json';

function pickTemplateMembers(endpoint: Endpoint): Record<string, unknown> {
  const omitted: readonly string[] = codeMembers;
  const members = Object.entries(endpoint).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(members);
}

/** Writes the parts of the definitions that the template depends on, beside the bundles. */
export async function writeTemplateInputs(
  { endpoints, screens: _, ...others }: Definitions,
  folder: string,
): Promise<void> {
  const endpointInputs = endpoints.map(({ endpoint, ...ids }) => ({
    ...ids,
    endpoint: pickTemplateMembers(endpoint),
  }));
  await writeFile(
    join(folder, fileName),
    JSON.stringify({ ...others, endpoints: endpointInputs }),
  );
}

/** Returns the text of the template inputs beside the bundles in a folder, for a comparison. */
export function readTemplateInputs(folder = bundlesFolder): Promise<string> {
  return readFile(join(folder, fileName), 'utf8');
}

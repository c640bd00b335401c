import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addLines, listAdditions } from './additions.ts';
import { nameNewResource } from './new-name.ts';
import type { ResourceNames } from './templates/names.ts';
import {
  buildExportFile,
  buildResourceFile,
  buildStoreFile,
  buildTestFile,
} from './templates/resource-files.ts';
import type { VerbTemplate } from './templates/verb-template.ts';
import { verbTemplates } from './templates/verbs.ts';

/** Throws an error if a verb is unknown or repeated, or if `read` is missing. */
function requireValidVerbs(verbs: readonly string[]): void {
  const allVerbs = Object.keys(verbTemplates);
  const expected = `expected ${allVerbs.join(', ')}`;
  const unknown = verbs.filter((verb) => !allVerbs.includes(verb));
  if (unknown.length > 0)
    throw new Error(`unknown verb ${unknown.join(', ')}; ${expected}`);

  if (verbs.length === 0) throw new Error(`name at least one verb; ${expected}`);
  if (!verbs.includes('read'))
    throw new Error('items link to themselves, so the verb read is needed');

  const repeated = verbs.find((verb, i) => verbs.indexOf(verb) !== i);
  if (repeated !== undefined) throw new Error(`the verb ${repeated} is repeated`);
}

/** A verb of the new resource, and its files. */
interface RequestedVerb {
  verb: string;
  template: VerbTemplate;
}

function buildVerbs(names: ResourceNames, verbs: readonly string[]): RequestedVerb[] {
  return verbs.flatMap((verb) => {
    const template = verbTemplates[verb]?.(names);
    return template ? [{ verb, template }] : [];
  });
}

/**
 * Builds the files of a resource by their paths. The first test file also has a test that fails
 * until the resource is finished.
 */
function buildFiles(
  folder: string,
  names: ResourceNames,
  verbs: readonly RequestedVerb[],
): Map<string, string> {
  const templates = verbs.map(({ template }) => template);
  const files = new Map([
    [`${folder}/${names.kebab}.ts`, buildResourceFile(names, templates)],
    [`${folder}/${names.kebab}.store.ts`, buildStoreFile(names, templates)],
    [`${folder}/${names.kebab}.export.ts`, buildExportFile(names)],
  ]);
  for (const [i, { verb, template }] of verbs.entries()) {
    files.set(`${folder}/${verb}/endpoint.ts`, template.endpoint);
    files.set(`${folder}/${verb}/handler.ts`, template.handler);
    const hasUnfinishedTest = i === 0;
    const testFile = buildTestFile(names, template, { hasUnfinishedTest });
    files.set(`${folder}/${verb}/handler.test.ts`, testFile);
  }
  return files;
}

/**
 * Writes the files of a new resource of the main API below `root`, and adds its keys, its kinds of
 * items and its document in the export of a user. Returns the paths of the written files. Throws an
 * error if the arguments are invalid.
 */
export async function scaffold(
  root: string,
  resource: string,
  verbs: readonly string[],
): Promise<string[]> {
  requireValidVerbs(verbs);
  const names = nameNewResource(root, resource);
  const files = buildFiles(`functions/${resource}`, names, buildVerbs(names, verbs));
  for (const addition of listAdditions(names, verbs)) {
    const { file } = addition;
    const source = files.get(file) ?? (await readFile(join(root, file), 'utf8'));
    files.set(file, addLines(source, addition));
  }

  for (const [path, text] of files) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return [...files.keys()];
}

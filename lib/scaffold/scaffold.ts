import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameResource, type ResourceNames } from './templates/names.ts';
import {
  buildResourceFile,
  buildStoreFile,
  buildTestFile,
} from './templates/resource-files.ts';
import type { VerbTemplate } from './templates/verb-template.ts';
import { verbTemplates } from './templates/verbs.ts';

const keysFile = 'shared/table/keys.ts';
const kindsFile = 'shared/table/item-kinds.ts';

/** Adds the keys of a resource at the end of the table's keys. */
function addKeys(
  source: string,
  { camel, upper }: ResourceNames,
  verbs: readonly string[],
): string {
  const lines = [`  ${camel}: defineOwnedKey('${upper}'),`];
  if (verbs.includes('list')) lines.push(`  ${camel}List: defineOwnedRange('${upper}'),`);

  if (hasQuota(verbs))
    lines.push(`  ${camel}Count: defineSingletonKey('${upper}_COUNT'),`);

  return addMembers(source, 'export const keys = {', lines);
}

/** Adds the rules for the items of a resource at the end of the kinds of items. */
function addKinds(
  source: string,
  { camel, snake }: ResourceNames,
  verbs: readonly string[],
): string {
  const lines = [
    `  ${camel}: { export: { document: '${snake}s' }, erase: inPartition },`,
  ];
  if (hasQuota(verbs))
    lines.push(
      `  ${camel}Count: { export: { omitted: 'internal' }, erase: inPartition },`,
    );
  return addMembers(source, 'export const itemKinds = {', lines);
}

function hasQuota(verbs: readonly string[]): boolean {
  return verbs.includes('create') || verbs.includes('delete');
}

/** Adds lines at the end of the object literal that begins with `opening`. */
function addMembers(source: string, opening: string, lines: readonly string[]): string {
  const start = source.indexOf(opening);
  const end = source.indexOf('\n}', start);
  const before = source.slice(0, end);
  return `${before}\n${lines.join('\n')}${source.slice(end)}`;
}

/** Returns the problem with the arguments of the generator, or undefined if they are valid. */
function findProblem(
  root: string,
  resource: string,
  verbs: readonly string[],
): string | undefined {
  if (!/^main\/[a-z]+(-[a-z]+)*$/.test(resource)) {
    return `"${resource}" is not a resource of the main API, e.g. main/gear-item`;
  }
  const known = Object.keys(verbTemplates);
  const unknown = verbs.filter((verb) => !known.includes(verb));
  if (unknown.length > 0) {
    return `unknown verb ${unknown.join(', ')}; expected ${known.join(', ')}`;
  }
  if (verbs.length === 0) return `name at least one verb: ${known.join(', ')}`;
  if (!verbs.includes('read'))
    return 'items link to themselves, so the verb read is needed';

  const folder = join('functions', resource);
  return existsSync(join(root, folder)) ? `${folder} exists` : undefined;
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

/** Builds the files of a resource by their path. */
function buildFiles(
  folder: string,
  names: ResourceNames,
  verbs: readonly RequestedVerb[],
): Map<string, string> {
  const templates = verbs.map(({ template }) => template);
  const files = new Map([
    [`${folder}/${names.kebab}.ts`, buildResourceFile(names, templates)],
    [`${folder}/${names.kebab}.store.ts`, buildStoreFile(names, templates)],
  ]);
  for (const [i, { verb, template }] of verbs.entries()) {
    files.set(`${folder}/${verb}/endpoint.ts`, template.endpoint);
    files.set(`${folder}/${verb}/handler.ts`, template.handler);
    files.set(
      `${folder}/${verb}/handler.test.ts`,
      buildTestFile(names, template, i === 0),
    );
  }
  return files;
}

/**
 * Writes the files of a new resource of the main API below `root`, and adds its keys and kinds of
 * items. Returns the paths of the written files. Throws an error if the arguments are invalid.
 */
export async function scaffold(
  root: string,
  resource: string,
  verbs: readonly string[],
): Promise<string[]> {
  const problem = findProblem(root, resource, verbs);
  if (problem) throw new Error(problem);

  const names = nameResource(resource.slice('main/'.length));
  const files = buildFiles(`functions/${resource}`, names, buildVerbs(names, verbs));
  const keys = await readFile(join(root, keysFile), 'utf8');
  files.set(keysFile, addKeys(keys, names, verbs));
  const kinds = await readFile(join(root, kindsFile), 'utf8');
  files.set(kindsFile, addKinds(kinds, names, verbs));

  for (const [path, text] of files) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return [...files.keys()];
}

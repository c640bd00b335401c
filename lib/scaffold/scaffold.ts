import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameResource, type ResourceNames } from './names.ts';
import { type VerbTemplate, verbTemplates } from './verbs.ts';

const keysFile = 'shared/table/keys.ts';

/** The first test of a new resource: it fails and says what is left to write. */
const unfinishedTest = ({ kebab, words }: ResourceNames) => `
it('has the fields and tests that it needs', () => {
  expect.fail(
    'Write the fields of a ${words} in ${kebab}.ts and what a client observes here; run npm run docs.',
  );
});
`;

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)].sort();
}

/**
 * Joins the names that several functions import from one module: \`import { a }\` and \`import { b
 * }\`.
 */
function mergeImports(imports: readonly string[]): string {
  const parsed = imports.map((line) => /^import \{ (\w+) \} from '([^']+)';$/.exec(line));
  const byModule = Map.groupBy(parsed, (match) => match?.[2] ?? '');
  const lines = [...byModule].map(([module, matches]) => {
    const names = unique(matches.map((match) => match?.[1] ?? ''));
    return `import { ${names.join(', ')} } from '${module}';`;
  });
  return lines.sort().join('\n');
}

function buildResourceFile(names: ResourceNames, verbs: readonly VerbTemplate[]): string {
  const { snake, pascal, words } = names;
  return `import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { text } from '#shared/contract/text.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';

/** How many ${words} items a user can have. */
export const max${pascal} = 100;

/** The fields that a client can set. */
const fields = {
  name: described(text(255, 1), 'What the user calls it.', 'My ${words}'),
};
const Fields = z.object(fields);
${verbs.map(({ schemas }) => schemas).join('')}
/** A ${words} as it is stored. */
export type ${pascal} = z.output<typeof Fields> & { id: string };

export const ${pascal}Representation = z
  .object({ ...fields, _links: z.object({ self: ItemLink, documentation: PlainLink }) })
  .check(z.describe('A ${words} of a user.'));

/** Presents a ${words} to clients. */
export function present({ id, name }: ${pascal}, links: Links) {
  return {
    name,
    _links: {
      self: links.item('${snake}', id),
      documentation: links.documentation('${snake}'),
    },
  };
}
`;
}

function buildStoreFile({ kebab }: ResourceNames, verbs: readonly VerbTemplate[]): string {
  const imports = mergeImports([
    ...verbs.flatMap(({ storeImports }) => storeImports),
    "import { keys } from '#shared/table/keys.ts';",
  ]);
  const types = unique(verbs.flatMap((verb) => verb.types));
  const typeImport =
    types.length > 0 ? `\nimport { ${types.join(', ')} } from './${kebab}.ts';` : '';
  return `${imports}
import type { Table } from '#shared/table/table.ts';${typeImport}
${verbs.map(({ store }) => store).join('')}`;
}

function buildTestFile(names: ResourceNames, { test }: VerbTemplate, isFirst: boolean): string {
  return `import { expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { userToken } from '#kit/fixtures.ts';
${test}${isFirst ? unfinishedTest(names) : ''}`;
}

/** Adds the keys of a resource at the end of the table's keys. */
function addKeys(
  source: string,
  { camel, upper }: ResourceNames,
  verbs: ReadonlySet<string>,
): string {
  const hasQuota = verbs.has('create') || verbs.has('delete');
  const lines = [`  ${camel}: ownedItem('${upper}'),`];
  if (verbs.has('list')) lines.push(`  ${camel}List: ownedItems('${upper}'),`);
  if (hasQuota) lines.push(`  ${camel}Count: ownedSingleton('${upper}_COUNT'),`);

  const end = source.indexOf('\n};', source.indexOf('export const keys = {'));
  return `${source.slice(0, end)}\n${lines.join('\n')}${source.slice(end)}`;
}

/** Returns what is wrong with the arguments of the generator, or undefined. */
function findProblem(root: string, resource: string, verbs: readonly string[]): string | undefined {
  if (!/^main\/[a-z]+(-[a-z]+)*$/.test(resource)) {
    return `"${resource}" is not a resource of the main interface; write main/gear or main/gear-item`;
  }
  const known = Object.keys(verbTemplates);
  const unknown = verbs.filter((verb) => !known.includes(verb));
  if (unknown.length > 0) {
    return `unknown verb ${unknown.join(', ')}; expected ${known.join(', ')}`;
  }
  if (verbs.length === 0) return `name at least one verb: ${known.join(', ')}`;
  if (!verbs.includes('read')) return 'items link to themselves, so the verb read is needed';
  const folder = join('functions', resource);
  return existsSync(join(root, folder)) ? `${folder} exists` : undefined;
}

/**
 * Writes the files of a new resource of the main interface below `root` and adds its keys. Returns
 * the paths of the written files. Throws an error with one sentence if the arguments are wrong.
 */
export async function scaffold(
  root: string,
  resource: string,
  verbs: readonly string[],
): Promise<string[]> {
  const problem = findProblem(root, resource, verbs);
  if (problem) throw new Error(problem);
  const folder = `functions/${resource}`;
  const names = nameResource(resource.slice('main/'.length));
  const templates = verbs.flatMap((verb) => {
    const template = verbTemplates[verb]?.(names);
    return template ? [{ verb, template }] : [];
  });
  const all = templates.map(({ template }) => template);
  const files = new Map([
    [`${folder}/${names.kebab}.ts`, buildResourceFile(names, all)],
    [`${folder}/${names.kebab}.store.ts`, buildStoreFile(names, all)],
  ]);
  for (const [i, { verb, template }] of templates.entries()) {
    files.set(`${folder}/${verb}/endpoint.ts`, template.endpoint);
    files.set(`${folder}/${verb}/handler.ts`, template.handler);
    files.set(`${folder}/${verb}/handler.test.ts`, buildTestFile(names, template, i === 0));
  }
  const keys = await readFile(join(root, keysFile), 'utf8');
  files.set(keysFile, addKeys(keys, names, new Set(verbs)));
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return [...files.keys()];
}

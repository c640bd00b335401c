import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameResource, type ResourceNames } from './templates/names.ts';

/** The domains whose resources are written by hand, and why. */
const otherDomains: Readonly<Record<string, string>> = {
  auth: 'auth has only authorization and its pages',
  cdn: 'cdn has only the origins of the CDN',
  diary: 'diary has only the entries of the diary',
};

/** Returns the problem with the form of a name, or undefined if it is valid. */
function findFormProblem(resource: string): string | undefined {
  const [domain = '', name = '', ...others] = resource.split('/');
  if (domain !== 'main') {
    const reason =
      otherDomains[domain] ?? 'expected the domain main, as in main/gear-item';
    return `cannot generate "${resource}": ${reason}`;
  }
  const isKebabCase = /^[a-z]+(-[a-z]+)*$/.test(name);
  if (isKebabCase && others.length === 0) return undefined;
  return `"${resource}" must be main/ and one name of lower-case words, as in main/gear-item`;
}

/**
 * Finds a file that exports one of the names. Returns the name and the file, as in
 * `Gear, which a.ts exports`.
 */
function findExport(root: string, names: readonly string[]): string | undefined {
  const declaration = new RegExp(
    `^export (?:async )?(?:class|const|function|interface|type) (${names.join('|')})\\b`,
    'm',
  );
  for (const file of globSync('{functions,lib,shared}/**/*.ts', { cwd: root })) {
    const [, name] = declaration.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    if (name !== undefined) return `${name}, which ${file} exports`;
  }
  return undefined;
}

/** Describes what already has a name of the new resource. Returns undefined if all are free. */
function findNameInUse(root: string, names: ResourceNames): string | undefined {
  const { kebab, snake, plural, pascal, camel } = names;
  const folder = `functions/main/${kebab}`;
  if (existsSync(join(root, folder))) return folder;
  if (pascal in globalThis) return `${pascal}, which is a global of JavaScript`;

  const keysFile = 'shared/table/keys.ts';
  const kindsFile = 'shared/table/item-kinds.ts';
  const keys = readFileSync(join(root, keysFile), 'utf8');
  const kinds = readFileSync(join(root, kindsFile), 'utf8');
  if (new RegExp(`^ {2}${camel}(List|Count)?:`, 'm').test(keys))
    return `a key in ${keysFile}`;
  if (kinds.includes(`document: '${plural}'`)) return `a document in ${kindsFile}`;

  const endpoints = globSync('functions/main/**/endpoint.ts', { cwd: root });
  const isServed = (file: string) =>
    readFileSync(join(root, file), 'utf8').includes(`path: '/${snake}/`);
  const endpoint = endpoints.find(isServed);
  if (endpoint !== undefined) return `the path /${snake}/ in ${endpoint}`;
  return findExport(root, [pascal, `${camel}Document`]);
}

/**
 * Returns the names of a new resource. Throws an error if `resource` is not of the form
 * `main/gear-item`, or if a name is in use.
 */
export function nameNewResource(root: string, resource: string): ResourceNames {
  const problem = findFormProblem(resource);
  if (problem !== undefined) throw new Error(problem);

  const names = nameResource(resource.slice('main/'.length));
  const inUse = findNameInUse(root, names);
  if (inUse !== undefined)
    throw new Error(`the name of ${resource} is in use by ${inUse}; choose another name`);
  return names;
}

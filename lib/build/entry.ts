import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { type Endpoint, errorShapeOf } from '#shared/contract/endpoint.ts';
import { functionsFolder } from '../endpoints.ts';

const sharedFolder = join(functionsFolder, '..', 'shared');
const namespace = 'function';

/** A function by its folder; one that answers no route has no endpoint. */
export interface BuiltFunction {
  id: string;
  endpoint?: Endpoint;
}

/** What a function needs beyond its handler: the stores that its endpoint declares, the reader of its form, its pages. */
function providersFor({ endpoint }: BuiltFunction): string[] {
  if (!endpoint) return [];
  const { stores = {}, request, responses } = endpoint;
  const answersPages =
    errorShapeOf(endpoint) === 'page' ||
    Object.values(responses).some(({ body }) => body === 'html');
  return [
    ...Object.keys(stores),
    ...(request?.multipart ? ['http/multipart'] : []),
    ...(answersPages ? ['pages'] : []),
  ];
}

/** The entry of a function's bundle: its handler, and what provides for it. */
function entrySource(built: BuiltFunction): string {
  const { id } = built;
  return [
    ...providersFor(built).map(
      (part) => `import ${JSON.stringify(join(sharedFolder, part, 'provide.ts'))};`,
    ),
    `export { handler } from ${JSON.stringify(join(functionsFolder, id, 'handler.ts'))};`,
  ].join('\n');
}

/** The name under which the entry of a function is given to esbuild. */
export function entryName(id: string): string {
  return `${namespace}:${id}`;
}

/** Resolves the entries, which exist nowhere as files. */
export function functionEntries(functions: readonly BuiltFunction[]): Plugin {
  const sources = new Map(functions.map((built) => [built.id, entrySource(built)]));
  return {
    name: 'function-entries',
    setup(build) {
      build.onResolve({ filter: /^function:/ }, ({ path }) => ({
        path: path.replace(/^function:/, ''),
        namespace,
      }));
      build.onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: sources.get(path) ?? '',
        resolveDir: functionsFolder,
      }));
    },
  };
}

import type { Plugin } from 'esbuild';
import type { Definitions } from '../definitions.ts';
import { root } from '../paths.ts';

const namespace = 'stream';

/** Returns the entry point of the function that reads the table's stream. */
export function toStreamEntryPoint(id: string): string {
  return `${namespace}:${id}`;
}

/**
 * Generates the module of the function that reads the table's stream: its handler with the rules of
 * all consumers. Only the build may put functions together that do not import each other.
 */
function generateModule(id: string, { consumers }: Definitions): string {
  const imports = consumers.map(
    (consumer, index) =>
      `import consumer${index} from './functions/${consumer.id}/consumer.ts';`,
  );
  const rules = consumers.map(
    (consumer, index) => `  '${consumer.id}': consumer${index}.rule,`,
  );
  return [
    `import { createHandler } from './functions/${id}/handler.ts';`,
    ...imports,
    'export const handler = createHandler({',
    ...rules,
    '});',
  ].join('\n');
}

/** Resolves the entry points of functions that read the table's stream. */
export function collectStreamRules(definitions: Definitions): Plugin {
  return {
    name: 'stream-rules',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^stream:/ }, ({ path }) => ({
        path: path.slice(namespace.length + 1),
        namespace,
      }));
      onLoad({ filter: /^/, namespace }, ({ path }) => ({
        contents: generateModule(path, definitions),
        loader: 'ts',
        resolveDir: root,
      }));
    },
  };
}

import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Edge, edges, formatEdges } from './imports.ts';

/** The layers of `shared`, lowest first. A folder may import those of lower layers. */
const sharedLayers = [
  ['runtime', 'reference-data', 'html', 'image-format'],
  ['auth', 'errors', 'encryption', 'mail', 'outgoing'],
  ['contract', 'provider'],
  ['providers/*'],
  ['providers'],
  ['table', 'objects', 'hal'],
  ['idempotency', 'pages/languages'],
  ['pages'],
  ['http', 'queue', 'schedule'],
  [
    'http/multipart',
    'data-source',
    'diary',
    'remote-connection',
    'provider-client',
    'data-export',
  ],
  ['diary/merge'],
];

/** The layers of `lib/local`, lowest first. `.` is the folder itself, with `service.ts`. */
const localLayers = [
  ['host', 'http'],
  ['template', 'engines/objects', 'sample-provider'],
  ['engines', 'functions'],
  ['gateway', 'cdn', 'stream', 'queues'],
  ['backup'],
  ['.'],
];

const folderEdges = edges
  .filter(({ to }) => to.endsWith('.ts'))
  .filter(({ from, to }) => dirname(from) !== dirname(to));

/**
 * Maps each folder below `root` to the number of its layer. `x/*` stands for all folders in `x`.
 */
function numberLayers(
  root: string,
  layers: readonly (readonly string[])[],
): Map<string, number> {
  const folders = layers.flatMap((names, layer) =>
    names.map((name) => ({ name, layer })),
  );
  return new Map(
    folders.map(
      ({ name, layer }) => [name === '.' ? root : `${root}/${name}`, layer] as const,
    ),
  );
}

/** Finds imports inside `root` that do not lead to a lower layer. */
function findUpwardImports(root: string, layers: readonly (readonly string[])[]): Edge[] {
  const numbers = numberLayers(root, layers);
  const isInside = (path: string) => path.startsWith(`${root}/`);
  const inside = folderEdges.filter(({ from, to }) => isInside(from) && isInside(to));
  return inside.filter(({ from, to }) => {
    // The defaults report the imports of a folder that no layer lists.
    const [importing = -1, imported = Number.POSITIVE_INFINITY] = [from, to].map((path) =>
      findLayer(dirname(path), numbers),
    );
    return imported >= importing;
  });
}

function findLayer(
  folder: string,
  numbers: ReadonlyMap<string, number>,
): number | undefined {
  return numbers.get(folder) ?? numbers.get(`${dirname(folder)}/*`);
}

/** Follows imports from folder to folder, depth first. Returns the first cycle, or undefined. */
function findCycle(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | undefined {
  const finished = new Set<string>();
  const visit = (folder: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (finished.has(folder)) return undefined;
    for (const next of graph.get(folder) ?? []) {
      const cycle = visit(next, [...path, folder]);
      if (cycle) return cycle;
    }
    finished.add(folder);
    return undefined;
  };
  for (const folder of graph.keys()) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

describe('folders', () => {
  it('never import each other in a cycle, not even types', () => {
    const graph = new Map<string, Set<string>>();
    for (const { from, to } of folderEdges) {
      const imported = graph.get(dirname(from)) ?? new Set();
      graph.set(dirname(from), imported.add(dirname(to)));
    }
    expect(graph.size).toBeGreaterThan(80);
    expect(findCycle(graph)).toBeUndefined();
  });

  it.each([
    ['shared', sharedLayers],
    ['lib/local', localLayers],
  ])('of %s import lower layers only, and each folder has a layer', (root, layers) => {
    expect(formatEdges(findUpwardImports(root, layers))).toEqual([]);
  });
});

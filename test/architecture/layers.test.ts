import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Edge, edges, files, formatEdges, getSource } from './imports.ts';

/**
 * The domains of `functions`, lowest first. A domain may import lower ones (decision 0004), but
 * pages and assistants do not know each other.
 */
const domains = ['auth', 'main', 'diary', 'connections'];
const topDomains = ['account', 'mcp'];

/** The layers of `shared`, lowest first. A folder may import those of lower layers. */
const sharedLayers = [
  ['runtime', 'html', 'image-format'],
  ['reference-data', 'errors'],
  ['auth', 'encryption', 'outgoing'],
  ['contract', 'signing'],
  ['table', 'objects', 'hal'],
  ['idempotency', 'quota', 'pages'],
  ['mail'],
  ['http', 'queue', 'schedule'],
  ['http/multipart'],
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

/** Maps each folder below `root` to the number of its layer. */
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
    const importing = numbers.get(dirname(from)) ?? -1;
    const imported = numbers.get(dirname(to)) ?? Number.POSITIVE_INFINITY;
    return imported >= importing;
  });
}

/** Returns the domain of a file of `functions`, or undefined for any other file. */
function findDomain(file: string): string | undefined {
  const [root, domain] = file.split('/');
  return root === 'functions' ? domain : undefined;
}

/** Returns the domains that a domain may import. `cdn` renders the images of `main`. */
function listLowerDomains(domain: string): readonly string[] {
  if (domain === 'cdn') return ['main'];
  if (topDomains.includes(domain)) return domains;
  return domains.slice(0, Math.max(0, domains.indexOf(domain)));
}

/** Returns whether a file of a domain imports one of a higher domain, or of `cdn`. */
function isForbiddenAcrossDomains({ from, to }: Edge): boolean {
  const importing = findDomain(from);
  const imported = findDomain(to);
  if (!importing || !imported || importing === imported) return false;
  return !listLowerDomains(importing).includes(imported);
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

  it('of domains are auth, main, diary, connections, account, mcp and cdn', () => {
    const found = new Set(edges.map(({ from }) => findDomain(from)).filter(Boolean));
    expect([...found].sort()).toEqual([...domains, ...topDomains, 'cdn'].sort());
  });

  it('of a domain import lower domains only, not even types of higher ones', () => {
    expect(formatEdges(edges.filter(isForbiddenAcrossDomains))).toEqual([]);
  });

  it.each([
    ['shared', sharedLayers],
    ['lib/local', localLayers],
  ])('of %s import lower layers only, and each folder has a layer', (root, layers) => {
    expect(formatEdges(findUpwardImports(root, layers))).toEqual([]);
  });
});

it('only the authorizer decides whose data is hidden, and what acts without a token', () => {
  const deciding = files.filter((file) => getSource(file).includes('listHiddenTypes('));
  expect(deciding).toEqual([
    'functions/account/export/export-access.store.ts',
    'functions/account/webhook/deliver/access.store.ts',
    'functions/auth/authorizer/handler.ts',
    'functions/auth/data-policy/data-policy.ts',
  ]);
});

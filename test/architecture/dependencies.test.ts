import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

const files = (
  await Array.fromAsync(
    glob('{bin,functions,lib,shared}/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') }),
  )
)
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('fixtures'))
  .sort();

/** What a file imports: a path below the root for our own files, else the name of the package. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const specifiers = [...source.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.map((specifier) =>
    specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : specifier,
  );
}

interface Edge {
  from: string;
  to: string;
}

const edges: Edge[] = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

/** The part of the tree that a function may draw on: its domain's resource, or the whole of the auth domain. */
function resourceOf(file: string): string {
  const [, domain = '', resource = ''] = file.split('/');
  return domain === 'auth' ? 'auth' : `${domain}/${resource}`;
}

const show = (found: Edge[]) => found.map(({ from, to }) => `${from} imports ${to}`);
/** The values from which everything is derived: the endpoints', and that of the authorizer, which has no route. */
const isEndpointValue = (path: string) =>
  /^functions\/(.+\/endpoint|auth\/authorizer\/authorizer|cdn\/icon\/icon|cdn\/image-render\/image-render)\.ts$/.test(
    path,
  );

describe('the direction of dependencies', () => {
  it('has files to speak of', () => {
    expect(edges.length).toBeGreaterThan(100);
  });

  it('leaves shared knowing no resource and no place where it runs', () => {
    const wrong = edges.filter(
      ({ from, to }) => from.startsWith('shared/') && /^(functions|lib|bin)\//.test(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('lets a function import its own resource and shared only', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        from.startsWith('functions/') &&
        (/^(lib|bin)\//.test(to) || (to.startsWith('functions/') && resourceOf(from) !== resourceOf(to))),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('keeps endpoint values and resource files free of SDK, environment and I/O', () => {
    const pure = (file: string) =>
      file.startsWith('functions/') &&
      !/(\.store|handler)\.ts$/.test(file) &&
      !file.startsWith('functions/auth/');
    const wrong = edges.filter(
      ({ from, to }) =>
        pure(from) && (/^(@aws-sdk|@middy|node:fs|node:http)/.test(to) || to.endsWith('.store.ts')),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('lets lib know functions by their endpoint values, and the operator tools by their stores', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        from.startsWith('lib/') &&
        !from.startsWith('lib/admin/') &&
        to.startsWith('functions/') &&
        !isEndpointValue(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  it.each([
    ['@middy/', ['shared/http/']],
    ['@aws-sdk/', ['shared/table/', 'shared/objects/', 'shared/encryption/', 'lib/local/engines/', 'bin/']],
    ['aws-cdk-lib', ['lib/cloud/', 'bin/app.ts']],
    ['constructs', ['lib/cloud/']],
    ['esbuild', ['lib/build/']],
    ['sharp', ['functions/cdn/image-render/']],
  ])('uses %s only in %j', (name, places) => {
    const wrong = edges.filter(
      ({ from, to }) => to.startsWith(name) && !places.some((place) => from.startsWith(place)),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('reads the environment in shared/runtime only, as far as functions go', () => {
    const wrong = files.filter(
      (file) =>
        /^(functions|shared)\//.test(file) &&
        !file.startsWith('shared/runtime/') &&
        readFileSync(join(root, file), 'utf8').includes('process.env'),
    );
    expect(wrong).toEqual([]);
  });
});

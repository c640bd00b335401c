import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitionFiles } from '#lib/endpoints.ts';
import { root } from '#lib/paths.ts';
import { edges, files, findLoadedModules, formatEdges, getSource } from './imports.ts';

/**
 * What runs the functions: on one machine, in containers and in the cloud. It derives everything
 * from the values of `endpoint.ts`, `consumer.ts` and `function.ts`, which `lib/endpoints.ts` finds
 * by their names and loads. What else a feature has in common with it is a value of `shared`.
 */
const platforms = ['lib/local', 'lib/sam', 'lib/start', 'lib/cloud'];

const listFiles = (folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`));

const domains = readdirSync(join(root, 'functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Matches a path below a domain in a text or a comment, as a loader would get it. */
const featurePath = new RegExp(`\\bfunctions/(?:${domains.join('|')})/`);

describe.each(platforms)('the modules of %s', (folder) => {
  it('import no module of a feature', () => {
    const imports = edges.filter(
      ({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith('functions/'),
    );
    expect(formatEdges(imports)).toEqual([]);
  });

  it('name no path of a feature, which they could load', () => {
    const modules = listFiles(folder);
    expect(modules.length).toBeGreaterThan(3);
    expect(modules.filter((file) => featurePath.test(getSource(file)))).toEqual([]);
  });

  it('load no module by a name that they compute', () => {
    const loading = listFiles(folder).filter((file) =>
      /\bimport\(\s*[^'\s]/.test(getSource(file)),
    );
    expect(loading).toEqual([]);
  });
});

/** `npm start` builds the documentation, and seeds a demonstration with the operator's tools. */
it.each(platforms.filter((folder) => folder !== 'lib/start'))(
  'the modules of %s reach no feature, not even through others',
  (folder) => {
    const reaching = listFiles(folder).filter((file) =>
      findLoadedModules(file)
        .values()
        .some((module) => module.startsWith('functions/')),
    );
    expect(reaching).toEqual([]);
  },
);

it('lib/endpoints.ts alone loads the values of functions, and nothing else of a feature', () => {
  const loading = files.filter(
    (file) => file.startsWith('lib/') && /\bimport\(\s*[^'\s]/.test(getSource(file)),
  );
  expect(loading).toEqual(['lib/endpoints.ts']);
  expect(Object.values(definitionFiles).sort()).toEqual([
    '.screen.ts',
    'consumer.ts',
    'endpoint.ts',
    'endpoints.ts',
    'function.ts',
  ]);
});

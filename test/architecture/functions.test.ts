import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edges, files, findLoadedModules, getSource } from './imports.ts';

const functionFiles = files.filter((file) => file.startsWith('functions/'));
const valueFiles = functionFiles.filter((file) =>
  /\/(endpoints?|consumer|function)\.ts$/.test(file),
);

describe('a function', () => {
  it('has an export document that imports only the types of its feature', () => {
    const documents = files.filter((file) => file.endsWith('.export.ts'));
    const loaded = new Set(documents.flatMap((file) => [...findLoadedModules(file)]));
    expect([...loaded]).toEqual(['shared/contract/export-document.ts']);
  });

  it('serves the endpoint in its own folder', () => {
    const endpointFiles = functionFiles.filter((file) => file.endsWith('/endpoint.ts'));
    expect(endpointFiles.length).toBeGreaterThan(40);
    const others = endpointFiles.filter((file) => {
      const from = file.replace('/endpoint.ts', '/handler.ts');
      return !edges.some((edge) => edge.from === from && edge.to === file);
    });
    expect(others).toEqual([]);
  });

  it('without an endpoint opens the table with the operations that it declares', () => {
    // `serve` gives the handler of an endpoint the table with those of the endpoint.
    const others = functionFiles.filter((file) => /\bopenTable\(/.test(getSource(file)));
    expect(others).toEqual([]);
  });
});

/**
 * Returns whether a module has effects beyond the process, or is slow by design, e.g. password
 * hashing with `node:util`. `node:crypto` and `node:zlib` only compute.
 */
const isEffect = (path: string) =>
  path.endsWith('.store.ts') ||
  /^(@aws-sdk|@middy|sharp|node:(?!(?:crypto|zlib)$))/.test(path) ||
  /^shared\/runtime\/(environment|log|audit)\.ts$/.test(path);

/** Reads its CSS files only from the source. The build puts them into the bundles. */
const stylesheet = 'shared/pages/stylesheet.ts';

const findEffects = (file: string) =>
  [...findLoadedModules(file, new Set([stylesheet]))].filter(isEffect);

describe('input and output', () => {
  it('are not imported by an endpoint or a consumer, not even indirectly', () => {
    expect(valueFiles.length).toBeGreaterThan(40);
    expect(valueFiles.filter((file) => findEffects(file).length > 0)).toEqual([]);
    const packages = new Set(
      valueFiles
        .flatMap((file) => [...findLoadedModules(file)])
        .filter((path) => !/\.(?:ts|json)$/.test(path)),
    );
    expect([...packages].sort()).toEqual([
      'big.js',
      'node:crypto',
      'node:zlib',
      'zod/mini',
    ]);
  });

  it('are not imported by the model, the pages, the texts and the export of a feature', () => {
    const isModel = (file: string) => basename(file) === `${basename(dirname(file))}.ts`;
    const isShown = (file: string) =>
      /\.(page|texts(\.\w+)?|mail|export)\.ts$/.test(file);
    const pure = functionFiles.filter((file) => isModel(file) || isShown(file));
    expect(pure.length).toBeGreaterThan(40);
    expect(pure.filter((file) => findEffects(file).length > 0)).toEqual([]);
  });

  it('of a store is the table, a bucket or the encryption of what it stores', () => {
    const stores = functionFiles.filter((file) => file.endsWith('.store.ts'));
    const isOtherSystem = (path: string) =>
      /^shared\/(outgoing\/send|queue\/send|mail\/(ses|mail-folder|configured-mail))/.test(
        path,
      );
    const others = stores.filter((file) =>
      [...findLoadedModules(file)].some(isOtherSystem),
    );
    expect(others).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { edges, files, formatEdges, getSource } from './imports.ts';

/** The values from which the rest is derived. */
const isFunctionValue = (path: string) =>
  /^functions\/.+\/(endpoint|consumer|function)\.ts$/.test(path);

describe('the direction of dependencies', () => {
  it('is checked for all files', () => {
    expect(edges.length).toBeGreaterThan(1000);
  });

  it('forbids shared to import functions, lib and bin', () => {
    const wrong = edges.filter(
      ({ from, to }) => from.startsWith('shared/') && /^(functions|lib|bin)\//.test(to),
    );
    expect(formatEdges(wrong)).toEqual([]);
  });

  it('forbids functions to import lib and bin', () => {
    const wrong = edges.filter(
      ({ from, to }) => from.startsWith('functions/') && /^(lib|bin)\//.test(to),
    );
    expect(formatEdges(wrong)).toEqual([]);
  });

  it('allows lib to import the values of functions, and operator tools their stores', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        from.startsWith('lib/') &&
        !from.startsWith('lib/admin/') &&
        to.startsWith('functions/') &&
        !isFunctionValue(to),
    );
    expect(formatEdges(wrong)).toEqual([]);
  });

  it.each([
    ['@middy/', ['shared/http/']],
    [
      '@aws-sdk/',
      [
        'shared/table/',
        'shared/objects/',
        'shared/encryption/',
        'shared/mail/',
        'lib/local/engines/',
        'lib/admin/dead-letters/',
        'bin/',
      ],
    ],
    ['aws-cdk-lib', ['lib/cloud/', 'bin/app.ts']],
    ['constructs', ['lib/cloud/']],
    ['esbuild', ['lib/build/']],
    ['sharp', ['functions/cdn/image-render/']],
  ])('uses %s only in %j', (name, places) => {
    const wrong = edges.filter(
      ({ from, to }) =>
        to.startsWith(name) && !places.some((place) => from.startsWith(place)),
    );
    expect(formatEdges(wrong)).toEqual([]);
  });

  it('allows one file of shared, and the programs in lib, to use environment variables', () => {
    expect(
      files.filter((file) => /\bprocess\.env\b|'node:process'/.test(getSource(file))),
    ).toEqual([
      'lib/admin/target.ts',
      'lib/build/bundle.ts',
      'lib/build/sdk/environment-configuration.ts',
      'lib/build/sdk/environment-credentials.ts',
      'lib/start/limit-arenas.ts',
      'shared/runtime/environment.ts',
    ]);
  });
});

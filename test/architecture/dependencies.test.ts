import { describe, expect, it } from 'vitest';
import { edges, files, getSource, show } from './imports.ts';

/** The values from which everything is derived. */
const isFunctionValue = (path: string) =>
  /^functions\/.+\/(endpoint|consumer|function)\.ts$/.test(path);

describe('the direction of dependencies', () => {
  it('has files to speak of', () => {
    expect(edges.length).toBeGreaterThan(1000);
  });

  it('leaves shared knowing no resource and no place where it runs', () => {
    const wrong = edges.filter(
      ({ from, to }) => from.startsWith('shared/') && /^(functions|lib|bin)\//.test(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('leaves functions knowing no place where they run', () => {
    const wrong = edges.filter(
      ({ from, to }) => from.startsWith('functions/') && /^(lib|bin)\//.test(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('lets lib know functions by their values, and the operator tools by their stores', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        from.startsWith('lib/') &&
        !from.startsWith('lib/admin/') &&
        to.startsWith('functions/') &&
        !isFunctionValue(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  it.each([
    ['@middy/', ['shared/http/']],
    [
      '@aws-sdk/',
      [
        'shared/table/',
        'shared/objects/',
        'shared/encryption/',
        'lib/local/engines/',
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
    expect(show(wrong)).toEqual([]);
  });

  it('reads the environment in one file of shared, and in lib where a program begins', () => {
    expect(
      files.filter((file) => /\bprocess\.env\b|'node:process'/.test(getSource(file))),
    ).toEqual([
      'lib/admin/target.ts',
      'lib/build/environment-credentials.ts',
      'lib/local/host/compile-cache.ts',
      'shared/runtime/environment.ts',
    ]);
  });
});

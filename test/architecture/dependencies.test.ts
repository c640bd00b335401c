import { describe, expect, it } from 'vitest';
import { edges, files, findLoadedModules, formatEdges, getSource } from './imports.ts';

/**
 * Returns whether a module of a function has no input or output: the value of an endpoint, consumer
 * or timer, and models.
 */
const isPure = (path: string) =>
  ![path, ...findLoadedModules(path)].some((loaded) =>
    /\.store\.ts$|\/handler\.ts$|^@aws-sdk|^@middy|^sharp$/.test(loaded),
  );

const ourFolders = ['bin', 'client', 'examples', 'functions', 'lib', 'shared', 'test'];

describe('the direction of dependencies', () => {
  it('is checked for more than a thousand imports', () => {
    expect(edges.length).toBeGreaterThan(1000);
  });

  it.each([
    ['shared', ['shared']],
    ['functions', ['functions', 'shared']],
    ['lib', ['lib', 'functions', 'shared', 'client']],
  ])(
    'lets %s import only %j of our folders, not even types of others',
    (root, allowed) => {
      const forbidden = edges.filter(({ from, to }) => {
        const [imported = ''] = to.split('/');
        return (
          from.startsWith(`${root}/`) &&
          ourFolders.includes(imported) &&
          !allowed.includes(imported)
        );
      });
      expect(formatEdges(forbidden)).toEqual([]);
    },
  );

  it('allows lib to import only values and models of functions, except in operator tools', () => {
    const forbidden = edges.filter(
      ({ from, to }) =>
        from.startsWith('lib/') &&
        !from.startsWith('lib/admin/') &&
        to.startsWith('functions/') &&
        !isPure(to),
    );
    expect(formatEdges(forbidden)).toEqual([]);
  });

  it.each([
    ['@middy/', ['shared/http/']],
    [
      '@aws-sdk/',
      [
        'shared/table/',
        'shared/objects/',
        'shared/encryption/',
        'shared/signing/',
        'shared/mail/',
        'shared/queue/',
        'lib/local/engines/',
        'lib/admin/dead-letters/',
        'lib/admin/operator-log/',
        'lib/deployment/deploy',
        'bin/',
      ],
    ],
    ['aws-cdk-lib', ['lib/cloud/', 'bin/app.ts']],
    ['constructs', ['lib/cloud/']],
    ['esbuild', ['lib/build/', 'lib/styles/']],
    ['sharp', ['functions/cdn/image-render/']],
  ])('allows %s only in %j', (name, folders) => {
    const forbidden = edges.filter(
      ({ from, to }) =>
        to.startsWith(name) && !folders.some((folder) => from.startsWith(folder)),
    );
    expect(formatEdges(forbidden)).toEqual([]);
  });

  it('allows one file of shared, and the programs in lib, to use environment variables', () => {
    expect(
      files.filter((file) => /\bprocess\.env\b|'node:process'/.test(getSource(file))),
    ).toEqual([
      'lib/admin/target.ts',
      'lib/build/bundle.ts',
      'lib/build/sdk/environment-configuration.ts',
      'lib/build/sdk/environment-credentials.ts',
      'lib/local/functions/worker.ts',
      'lib/start/service-environment.ts',
      'lib/time-zones/rules-file.ts',
      'shared/runtime/environment.ts',
    ]);
  });
});

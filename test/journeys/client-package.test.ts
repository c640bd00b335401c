import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import { archiveClientPackage, buildClientPackage } from '#lib/build/client-package.ts';
import { root } from '#lib/paths.ts';

const { urls } = inject('service');

/** A registry that nothing serves. */
const nowhere = 'http://127.0.0.1:9';

/** What `npm publish` prints about a package. */
interface Published {
  files: { path: string }[];
}

beforeAll(buildClientPackage);

describe('the built package of the typed client', () => {
  it('has declarations, which compile without the types of Node', () => {
    expect(existsSync(join(root, 'client/dist/types/exports.d.ts'))).toBe(true);
  });

  it('can be published with its code, its types, README and license, and nothing else', async () => {
    // A dry run sends nothing, so it needs no registry.
    const registry = ['--registry', nowhere, '--fetch-retries', '0'];
    const options = ['--dry-run', '--ignore-scripts', '--json', ...registry];
    const cwd = join(root, 'client');
    const publish = promisify(execFile)('npm', ['publish', ...options], { cwd });
    const { stdout, stderr } = await publish;
    expect(stderr).not.toContain('auto-corrected');
    const published: Record<string, Published> = JSON.parse(stdout);
    const names = published['fitness-data-client']?.files.map(({ path }) => path) ?? [];
    expect(names).toContain('dist/fitness-data-client.js');
    const others = names.filter((name) => !/^dist\/types\/.+\.d\.ts$/.test(name));
    expect(others.sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/fitness-data-client.js',
      'package.json',
    ]);
  });

  it('is the same archive from the same sources, so that a lock file knows it', async () => {
    const [one, other] = [await archiveClientPackage(), await archiveClientPackage()];
    expect(one.equals(other)).toBe(true);
  });

  it('runs the server example with client credentials', async () => {
    const { client_id, client_secret } = await newClient();
    const env = {
      BASE_URL: urls.main,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
    };
    const example = join(root, 'examples/server/read-types.js');
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
    expect(stdout).toMatch(/^Activity types:\n {2}.+ METs\)\n/);
    expect(stdout).toContain('Remote connection types:\n  ');
  });
});

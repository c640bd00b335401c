import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import { buildClientPackage } from '#lib/build/client-package.ts';
import { root } from '#lib/paths.ts';

const { urls } = inject('service');

beforeAll(buildClientPackage);

describe('the built package of the typed client', () => {
  it('has declarations, which compile without the types of Node', () => {
    expect(existsSync(join(root, 'client/dist/types/exports.d.ts'))).toBe(true);
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

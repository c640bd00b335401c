import '../client/compiler-api.ts';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { root } from '#lib/paths.ts';
import { hostNames } from '../reference/labels.ts';

// hey-api loads the compiler, which must come from the hook of the first import.
const { createClient } = await import('@hey-api/openapi-ts');

const execute = promisify(execFile);
const folder = createTemporaryFolder(afterAll);

const configuration = {
  compilerOptions: {
    target: 'ESNext',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: [],
    strict: true,
    skipDefaultLibCheck: true,
    noEmit: true,
  },
  include: ['.', join(root, 'client', 'openapi')],
};

/** Compiles the TypeScript files of the folder and the types of the typed client. */
async function compile(): Promise<string> {
  const file = join(folder, 'tsconfig.json');
  await writeFile(file, JSON.stringify(configuration));
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const { stdout } = await execute(tsc, ['-p', file, '--singleThreaded']);
  return stdout;
}

it('hey-api and openapi-typescript generate clients that compile', async () => {
  for (const host of hostNames) {
    const input = join(root, 'docs', 'openapi', `${host}.json`);
    const output = join(folder, host);
    await createClient({ input, output, logs: { level: 'silent' } });
    const { paths } = JSON.parse(await readFile(input, 'utf8'));
    // In an operation, the summary follows the id. In a link, it does not.
    const operations =
      JSON.stringify(paths).match(/"operationId":"\w+","summary"/g) ?? [];
    const code = await readFile(join(output, 'sdk.gen.ts'), 'utf8');
    expect(code.match(/^export const /gm)).toHaveLength(operations.length);
  }
  expect(await compile()).toBe('');
});

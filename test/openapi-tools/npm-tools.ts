import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, type Tool } from './tool.ts';

/** Paths of the main API end with a slash. The rule of both linters against that is off. */
const rules = {
  extends: ['spectral:oas'],
  rules: { 'path-keys-no-trailing-slash': 'off' },
};

const typescript = 'typescript@5.9.3';

/** Creates the tools that npm downloads: Redocly, Spectral, openapi-typescript and hey-api. */
export async function createNpmTools(folder: string): Promise<Tool[]> {
  const ruleset = join(folder, 'rules.json');
  await writeFile(ruleset, JSON.stringify(rules));

  const createTool = (
    name: string,
    packages: readonly string[],
    getCommand: (path: string) => readonly string[],
  ): Tool => ({
    name,
    async check({ path }) {
      const selected = packages.map((one) => `--package=${one}`);
      const words = ['exec', '--yes', ...selected, '--', ...getCommand(path)];
      await runTool('npm', words, folder);
    },
  });

  return [
    createTool('Redocly', ['@redocly/cli@2.77.0'], (path) => [
      'redocly',
      'lint',
      '--skip-rule=no-path-trailing-slash',
      path,
    ]),
    createTool('Spectral', ['@stoplight/spectral-cli@6.16.3'], (path) => [
      'spectral',
      'lint',
      '--ruleset',
      ruleset,
      path,
    ]),
    createTool(
      'openapi-typescript',
      ['openapi-typescript@7.13.0', typescript],
      (path) => ['openapi-typescript', path, '-o', join(folder, 'types.ts')],
    ),
    createTool('hey-api', ['@hey-api/openapi-ts@0.99.0', typescript], (path) => [
      'openapi-ts',
      '-i',
      path,
      '-o',
      join(folder, 'client'),
    ]),
  ];
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, type Tool } from './tool.ts';

/** Paths of the main API end with a slash. The rule of both linters against that is off. */
const rules = {
  extends: ['spectral:oas'],
  rules: { 'path-keys-no-trailing-slash': 'off' },
};

/** Creates the linters that npm downloads: Redocly and Spectral. */
export async function createLinters(folder: string): Promise<Tool[]> {
  const ruleset = join(folder, 'rules.json');
  await writeFile(ruleset, JSON.stringify(rules));

  const createTool = (
    name: string,
    packageSpec: string,
    getCommand: (path: string) => readonly string[],
  ): Tool => ({
    name,
    async check({ path }) {
      const exec = ['exec', '--yes', `--package=${packageSpec}`, '--'];
      await runTool(['npm', ...exec, ...getCommand(path)], { folder });
    },
  });

  return [
    createTool('Redocly', '@redocly/cli@2.77.0', (path) => [
      'redocly',
      'lint',
      '--skip-rule=no-path-trailing-slash',
      path,
    ]),
    createTool('Spectral', '@stoplight/spectral-cli@6.16.3', (path) => [
      'spectral',
      'lint',
      '--ruleset',
      ruleset,
      path,
    ]),
  ];
}

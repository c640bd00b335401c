import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { hostNames } from './reference/labels.ts';

const run = promisify(execFile);

/** A tool that npm downloads in this version to check a document. */
interface Tool {
  packages: readonly string[];
  command: (document: string, folder: string) => readonly string[];
}

/** Paths of the main interface end with a slash, so that rule of both linters is off. */
const rules = {
  extends: ['spectral:oas'],
  rules: { 'path-keys-no-trailing-slash': 'off' },
};

const typescript = 'typescript@5.9.3';

const tools: Readonly<Record<string, Tool>> = {
  Redocly: {
    packages: ['@redocly/cli@2.77.0'],
    command: (document) => [
      'redocly',
      'lint',
      '--skip-rule=no-path-trailing-slash',
      document,
    ],
  },
  Spectral: {
    packages: ['@stoplight/spectral-cli@6.16.3'],
    command: (document, folder) => [
      'spectral',
      'lint',
      '--ruleset',
      join(folder, 'rules.json'),
      document,
    ],
  },
  'openapi-typescript': {
    packages: ['openapi-typescript@7.13.0', typescript],
    command: (document, folder) => [
      'openapi-typescript',
      document,
      '-o',
      join(folder, 'types.ts'),
    ],
  },
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.99.0', typescript],
    command: (document, folder) => [
      'openapi-ts',
      '-i',
      document,
      '-o',
      join(folder, 'client'),
    ],
  },
};

/** Runs `npm run check:openapi`: linters and generators on the committed documents. */
export function runOpenApiTools(): Promise<void> {
  return reportFailure(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    try {
      await writeFile(join(folder, 'rules.json'), JSON.stringify(rules));
      for (const host of hostNames) await checkDocument(host, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

async function checkDocument(host: string, folder: string): Promise<void> {
  const document = join(root, 'docs', 'openapi', `${host}.json`);
  for (const [name, { packages, command }] of Object.entries(tools)) {
    const selected = packages.map((one) => `--package=${one}`);
    const words = ['exec', '--yes', ...selected, '--', ...command(document, folder)];
    await run('npm', words, { cwd: folder });
    console.log(`${host}.json: ${name} has no complaint`);
  }
}

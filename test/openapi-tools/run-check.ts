import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostNames } from '#lib/docs/reference/labels.ts';
import { root } from '#lib/paths.ts';
import { reportFailure } from '#lib/terminal/failure.ts';
import { createProgram } from '#lib/terminal/program.ts';
import { createNpmTools } from './npm-tools.ts';
import { createPythonTools } from './python-tools.ts';
import { readServiceInPython } from './read-service.ts';
import type { Tool } from './tool.ts';

const description = [
  'Downloads linters and generators, and runs them on the OpenAPI documents of docs/openapi.',
  'Then reads a service of its own with a generated Python client.',
].join(' ');

/** Runs the check with the options of a command line. */
export function runOpenApiCheck(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const program = createProgram('npm run check:openapi --')
      .description(description)
      .option('--no-python', 'leave out the generators that need Python 3.11 or newer')
      .parse(args, { from: 'user' });
    const prefix = join(tmpdir(), 'openapi-');
    await using folder = await mkdtempDisposable(prefix);
    await checkDocuments(await createNpmTools(folder.path));
    if (program.opts().python) await checkWithPython(folder.path);
  });
}

async function checkWithPython(folder: string): Promise<void> {
  const { python, tools } = await createPythonTools(folder);
  await checkDocuments(tools);
  await readServiceInPython(python, folder);
  console.log('A Python client reads a data source and a day of the diary');
}

async function checkDocuments(tools: readonly Tool[]): Promise<void> {
  for (const host of hostNames) {
    const path = join(root, 'docs', 'openapi', `${host}.json`);
    for (const { name, check } of tools) {
      await check({ host, path });
      console.log(`${host}.json: ${name} found no problems`);
    }
  }
}

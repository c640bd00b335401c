import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInputs } from '#lib/build/inputs.ts';
import { root } from '#lib/paths.ts';

/** What reads the environment can depend on that of the service. */
const environment = 'shared/runtime/environment.ts';

const isOfTests = (path: string) => /^test\/|\.test\.ts$/.test(path);

const usesService = (path: string) =>
  readFileSync(join(root, path), 'utf8').includes('inject(');

/** Returns whether tests may use the service, its stores, its template or its environment. */
export async function needService(files: readonly string[]): Promise<boolean> {
  const sources = Object.keys(await readInputs(files));
  return sources.includes(environment) || sources.filter(isOfTests).some(usesService);
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFunctions, root } from './bundle.ts';
import { fingerprint } from './fingerprint.ts';

const stamp = join(root, 'dist', 'fingerprint');
const template = join(root, 'cdk.out', 'FitnessDataStack.template.json');

/**
 * Bundles the functions and synthesizes the template, unless both stand already and nothing that they are made from
 * has changed since. Answers the path of the template.
 */
export async function buildService({ force = false } = {}): Promise<{ template: string; built: boolean }> {
  const current = await fingerprint(root);
  const last = await readFile(stamp, 'utf8').catch(() => undefined);
  if (!force && last === current) return { template, built: false };
  await bundleFunctions();
  // The CDK takes a second to load, and is needed only here.
  const { synthesize } = await import('../cloud/synthesize.ts');
  await synthesize();
  await writeFile(stamp, current);
  return { template, built: true };
}

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '#lib/paths.ts';

/** Bundles a program to compare with, as users of its libraries do. Returns the bundle's path. */
export async function bundleComparison(name: string): Promise<string> {
  const outfile = join(root, 'dist', `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    mainFields: ['module', 'main'],
  });
  return outfile;
}

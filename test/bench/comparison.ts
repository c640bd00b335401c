import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '#lib/paths.ts';

/** A function that has nothing but the pipeline's two libraries, as a newcomer would write it. */
const contents = `
import middy from '@middy/core';
import { z } from 'zod';
const Event = z.object({ id: z.string().optional() });
export const handler = middy().handler(async (event) => ({ statusCode: Event.safeParse(event).success ? 204 : 400 }));
`;

/** Bundles it as the functions are bundled, and answers the bundle's path. */
export async function bundleComparison(): Promise<string> {
  const outfile = join(root, 'dist', 'middy-and-zod.cjs');
  await build({
    stdin: { contents, resolveDir: root },
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

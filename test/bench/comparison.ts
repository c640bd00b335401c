import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '#lib/paths.ts';

/** A function with only the two libraries of the pipeline, imported as a whole. */
const source = `
import middy from '@middy/core';
import { z } from 'zod';
const Event = z.object({ id: z.string().optional() });
export const handler = middy().handler(async (event) => {
  const isValid = Event.safeParse(event).success;
  return { statusCode: isValid ? 204 : 400 };
});
`;

/** Bundles it like the functions and returns the path of the bundle. */
export async function bundleComparison(): Promise<string> {
  const outfile = join(root, 'dist', 'middy-and-zod.cjs');
  await build({
    stdin: { contents: source, resolveDir: root },
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

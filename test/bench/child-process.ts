import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { root } from '#lib/paths.ts';

/** Bundles a program of this folder that runs in a process of its own, and returns its path. */
export async function bundleProgram(
  name: string,
  options: BuildOptions = {},
): Promise<string> {
  const outfile = join(root, 'dist', `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    ...options,
  });
  return outfile;
}

/** Flags as in a function with 256 MB: 90 % of it for the old heap, and 5 % for the young one. */
export const memoryFlags = ['--max-old-space-size=230', '--max-semi-space-size=12'];

/** Waits for the next message of a process. Throws if the process ends instead. */
export async function receiveMessage<Message>(child: ChildProcess): Promise<Message> {
  const received = new AbortController();
  const { signal } = received;
  const message = once(child, 'message', { signal }).then(([sent]) => ({ sent }));
  const exit = once(child, 'exit', { signal }).then(() => undefined);
  try {
    const first = await Promise.race([message, exit]);
    if (first) return first.sent;
  } finally {
    received.abort();
  }
  throw new Error(`The process ${child.spawnargs.slice(1).join(' ')} failed.`);
}

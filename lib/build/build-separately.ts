import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { isBuildCurrent } from './build.ts';

/**
 * Builds the service in another process, unless the last build is current: a build takes a gigabyte
 * of memory, which this process would keep. Returns whether it was built now. Throws if the build
 * fails.
 */
export async function buildSeparately(): Promise<boolean> {
  if (await isBuildCurrent()) return false;

  const child = spawn(process.execPath, [join(root, 'bin', 'build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error('The build failed.');
  return true;
}

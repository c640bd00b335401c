import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { writePidFile } from '#lib/local/host/pid-file.ts';

/**
 * Creates a data folder by which programs find the service under test, or another one by its
 * environment.
 */
export async function newServiceFolder(
  owner: AsyncDisposableStack,
  environment: Record<string, string> = inject('service').environment,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-'));
  owner.defer(() => rm(folder, { recursive: true }));
  await writePidFile(folder, environment, owner);
  return folder;
}

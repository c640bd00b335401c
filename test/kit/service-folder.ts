import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { writePidFile } from '#lib/local/host/pid-file.ts';

/** Creates a data folder by which programs find the service under test. */
export async function newServiceFolder(owner: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-'));
  owner.defer(() => rm(folder, { recursive: true }));
  await writePidFile(folder, inject('service').environment, owner);
  return folder;
}

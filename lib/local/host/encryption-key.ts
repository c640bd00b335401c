import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureKeyFile } from '#shared/encryption/key-file.ts';

/**
 * The file with the key of a service on this machine, made where it is missing: in the data directory, or, where there
 * is none, in a folder that goes with `owner`. Operators' tools are told of it, and of functions only those that the
 * stack tells of the key in the cloud.
 */
export async function prepareKeyFile(
  directory: string | undefined,
  owner: AsyncDisposableStack,
): Promise<string> {
  const file = join(directory ?? (await temporaryFolder(owner)), 'encryption.key');
  await ensureKeyFile(file);
  return file;
}

async function temporaryFolder(owner: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fitness-data-'));
  owner.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

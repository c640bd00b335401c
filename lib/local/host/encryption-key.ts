import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureKeyFile } from '#shared/encryption/key-file.ts';

async function createTemporaryDirectory(
  disposables: AsyncDisposableStack,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'fitness-data-'));
  disposables.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Returns the path of the encryption key, and creates the key if it is missing. Without a data
 * directory the key is in a temporary one, which is removed with `disposables`.
 */
export async function prepareKeyFile(
  dataDirectory: string | undefined,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const directory = dataDirectory ?? (await createTemporaryDirectory(disposables));
  const file = join(directory, 'encryption.key');
  await ensureKeyFile(file);
  return file;
}

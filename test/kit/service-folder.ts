import { inject } from 'vitest';
import { writePidFile } from '#lib/local/host/pid-file.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/**
 * Creates a data folder by which programs find the service with this environment, by default the
 * service under test. Returns its path.
 */
export async function newServiceFolder(
  disposables: AsyncDisposableStack,
  environment: Record<string, string> = inject('service').environment,
): Promise<string> {
  const folder = createTemporaryFolder((remove) => disposables.defer(remove));
  await writePidFile(folder, environment, disposables);
  return folder;
}

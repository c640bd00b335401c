import { existsSync } from 'node:fs';
import type { Demonstration } from '../admin/demonstration.ts';
import { getDemonstrationFile, readDemonstration } from '../admin/demonstration-file.ts';
import { replaceFile } from '../local/host/files.ts';
import type { LocalService } from '../local/service.ts';

/**
 * Creates the demonstration account, application and token unless they exist. Stores their secrets
 * in a file that only its owner can read, so that the next start shows the same secrets. Without a
 * folder, stores no file. Returns undefined if the account is disabled.
 */
export async function prepareDemonstration(
  { urls, environment }: Pick<LocalService, 'urls' | 'environment'>,
  folder: string | undefined,
): Promise<Demonstration | undefined> {
  const [{ ensureDemonstration }, { openLocalTable }] = await loadDemonstrationModules();
  const table = openLocalTable(environment);
  const redirect_uri = `${urls.main}/callback`;
  const now = new Date();
  if (folder === undefined) return ensureDemonstration(table, {}, redirect_uri, now);

  const path = getDemonstrationFile(folder);
  const remembered = await readDemonstration(path);
  const demonstration = await ensureDemonstration(table, remembered, redirect_uri, now);
  if (demonstration) await writeDemonstration(path, demonstration);
  return demonstration;
}

/** Throws if the data has a demonstration account: its password is printed and in a file. */
export function requireNoDemonstration(folder: string): void {
  const path = getDemonstrationFile(folder);
  if (existsSync(path))
    throw new Error(
      `The data folder has a demonstration account (${path}). A service with public addresses ` +
        'needs a data folder of its own: choose one with --data.',
    );
}

/** Loads the modules that use the AWS SDK. An early call saves time later. */
export function loadDemonstrationModules() {
  const demonstration = import('../admin/demonstration.ts');
  const target = import('../admin/target.ts');
  return Promise.all([demonstration, target]);
}

async function writeDemonstration(
  path: string,
  demonstration: Demonstration,
): Promise<void> {
  const text = JSON.stringify(demonstration, undefined, 2);
  await replaceFile(path, `${text}\n`, { mode: 0o600 });
}

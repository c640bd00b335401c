import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Demonstration, RememberedDemonstration } from '../admin/demonstration.ts';
import type { LocalService } from '../local/service.ts';

/**
 * Creates what is missing of the demonstration account, application and token. Their secrets stay
 * in a file that only its owner can read, so that the next start shows the same. Without a folder,
 * nothing is stored.
 */
export async function prepareDemonstration(
  { urls, environment }: Pick<LocalService, 'urls' | 'environment'>,
  folder: string | undefined,
): Promise<Demonstration | undefined> {
  const [{ ensureDemonstration }, { openLocalTable }] = await loadStores();
  const table = openLocalTable(environment);
  const redirect_uri = `${urls.main}/callback`;
  const now = new Date();
  if (folder === undefined) return ensureDemonstration(table, {}, redirect_uri, now);

  const path = join(folder, 'demonstration.json');
  const remembered = await readDemonstration(path);
  const demonstration = await ensureDemonstration(table, remembered, redirect_uri, now);
  if (demonstration) await writeDemonstration(path, demonstration);
  return demonstration;
}

/** Loads the modules that the demonstration needs, with the AWS SDK. */
export function loadStores() {
  const demonstration = import('../admin/demonstration.ts');
  const target = import('../admin/target.ts');
  return Promise.all([demonstration, target]);
}

/** Returns an empty object if an earlier start was killed while it wrote the file. */
async function readDemonstration(path: string): Promise<RememberedDemonstration> {
  try {
    const text = await readFile(path, 'utf8');
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function writeDemonstration(
  path: string,
  demonstration: Demonstration,
): Promise<void> {
  const text = JSON.stringify(demonstration, undefined, 2);
  await writeFile(path, `${text}\n`, { mode: 0o600 });
}

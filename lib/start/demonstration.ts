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
  if (folder === undefined) return ensureDemonstration(table, {}, redirect_uri, new Date());

  const remembered = await readRemembered(folder);
  const demonstration = await ensureDemonstration(table, remembered, redirect_uri, new Date());
  if (demonstration) await remember(folder, demonstration);
  return demonstration;
}

/** Loads the modules that the demonstration needs, with the AWS SDK. */
export const loadStores = () =>
  Promise.all([import('../admin/demonstration.ts'), import('../admin/target.ts')]);

const getPath = (folder: string) => join(folder, 'demonstration.json');

/** Returns an empty object if an earlier start was killed while it wrote the file. */
async function readRemembered(folder: string): Promise<RememberedDemonstration> {
  const path = getPath(folder);
  return readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
}

async function remember(folder: string, demonstration: Demonstration): Promise<void> {
  const text = JSON.stringify(demonstration, undefined, 2);
  await writeFile(getPath(folder), `${text}\n`, { mode: 0o600 });
}

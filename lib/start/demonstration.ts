import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Demonstration, RememberedDemonstration } from '../admin/demonstration.ts';
import type { LocalService } from '../local/service.ts';

/**
 * Makes sure that the service has a demonstration account, application and token, and remembers their secrets in the
 * folder, readable to its owner alone, so that the next start shows the same; without a folder nothing is remembered.
 * The service itself has their digests only, here as in the cloud.
 */
export async function prepareDemonstration(
  { urls, environment }: Pick<LocalService, 'urls' | 'environment'>,
  folder: string | undefined,
): Promise<Demonstration | undefined> {
  const [{ ensureDemonstration }, { openLocalTable }] = await loadStores();
  const table = openLocalTable(environment);
  const remembered = folder === undefined ? {} : await recall(folder);
  const demonstration = await ensureDemonstration(
    table,
    remembered,
    `${urls.main}/callback`,
    new Date(),
  );
  if (folder !== undefined && demonstration) await remember(folder, demonstration);
  return demonstration;
}

/** Loads what the demonstration needs, the SDK above all. */
export const loadStores = () =>
  Promise.all([import('../admin/demonstration.ts'), import('../admin/target.ts')]);

const fileIn = (folder: string) => join(folder, 'demonstration.json');

/** Nothing, too, where an earlier start was ended while it wrote. */
const recall = (folder: string): Promise<RememberedDemonstration> =>
  readFile(fileIn(folder), 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));

async function remember(folder: string, demonstration: Demonstration): Promise<void> {
  await writeFile(fileIn(folder), `${JSON.stringify(demonstration, undefined, 2)}\n`, {
    mode: 0o600,
  });
}

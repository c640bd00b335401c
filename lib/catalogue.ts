import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import { complaintsAbout } from './complaints.ts';

/** An endpoint and where it lives; `id` is its folder below `functions`, as in `main/data-source/list`. */
export interface CatalogueEntry {
  id: string;
  endpoint: Endpoint;
}

export const functionsFolder = join(import.meta.dirname, '..', 'functions');

/**
 * Finds every `endpoint.ts` below `functions`, in the order of their ids. Throws an error that names each folder that
 * is not as it must be, and what is wrong with it.
 */
export async function discoverEndpoints(
  folder: string = functionsFolder,
): Promise<readonly CatalogueEntry[]> {
  const files = (await Array.fromAsync(glob('**/endpoint.ts', { cwd: folder }))).sort();
  const entries = await Promise.all(files.map((file) => load(folder, file)));
  const complaints = [
    ...entries.flatMap((entry) => missingFiles(folder, entry)),
    ...complaintsAbout(entries),
  ];
  if (complaints.length > 0)
    throw new Error(`Endpoints that cannot be served:\n  ${complaints.join('\n  ')}`);
  return entries;
}

async function load(folder: string, file: string): Promise<CatalogueEntry> {
  const path = join(folder, file);
  const { default: endpoint }: { default?: Endpoint } = await import(pathToFileURL(path).href);
  const id = relative(folder, dirname(path));
  if (!endpoint)
    throw new Error(`functions/${id}/endpoint.ts has no default export; it must export endpoint({ ... }).`);
  return { id, endpoint };
}

function missingFiles(folder: string, { id }: CatalogueEntry): string[] {
  return existsSync(join(folder, id, 'handler.ts'))
    ? []
    : [`functions/${id} has an endpoint.ts and no handler.ts`];
}

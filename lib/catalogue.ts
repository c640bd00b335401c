import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import { complaintsAbout } from './complaints.ts';
import { failureText } from './terminal/failure.ts';

/** An endpoint and where it lives; `id` is its folder below `functions`, as in `main/data-source/list`. */
export interface CatalogueEntry {
  id: string;
  endpoint: Endpoint;
}

export const functionsFolder = join(import.meta.dirname, '..', 'functions');

/** The functions that answer no route of an API, and so have no endpoint. */
export const routelessFunctions: readonly string[] = ['auth/authorizer', 'cdn/icon', 'cdn/image-render'];

/**
 * Finds every `endpoint.ts` below `functions`, in the order of their ids. Throws an error that names each folder that
 * is not as it must be, and what is wrong with it.
 */
export async function discoverEndpoints(
  folder: string = functionsFolder,
): Promise<readonly CatalogueEntry[]> {
  const [stated, handled] = await Promise.all([
    idsWith('endpoint.ts', folder),
    idsWith('handler.ts', folder),
  ]);
  const entries = await Promise.all(stated.map((id) => load(folder, id)));
  const complaints = [
    ...stated
      .filter((id) => !handled.includes(id))
      .map((id) => `functions/${id} has an endpoint.ts and no handler.ts`),
    ...handled
      .filter((id) => !stated.includes(id) && !routelessFunctions.includes(id))
      .map(
        (id) =>
          `functions/${id} has a handler.ts and no endpoint.ts, and is no routeless function of lib/catalogue.ts`,
      ),
    ...complaintsAbout(entries),
  ];
  if (complaints.length > 0)
    throw new Error(`Endpoints that cannot be served:\n  ${complaints.join('\n  ')}`);
  return entries;
}

async function idsWith(file: string, folder: string): Promise<string[]> {
  return (await Array.fromAsync(glob(`**/${file}`, { cwd: folder }))).map((path) => dirname(path)).sort();
}

/** What the default export is, is known only when nothing is wrong with it. */
async function load(folder: string, id: string): Promise<CatalogueEntry> {
  const path = join(folder, id, 'endpoint.ts');
  try {
    const { default: endpoint }: { default: Endpoint } = await import(pathToFileURL(path).href);
    return { id, endpoint };
  } catch (error) {
    throw new Error(`functions/${id}/endpoint.ts cannot be loaded: ${failureText(error)}`);
  }
}

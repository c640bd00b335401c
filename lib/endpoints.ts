import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Consumer } from '#shared/contract/consumer.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { failureText } from './terminal/failure.ts';
import { complaintsAboutConsumers } from './validate-consumers.ts';
import { complaintsAbout } from './validate-endpoints.ts';

/** An endpoint and where it lives; `id` is its folder below `functions`, as in `main/data-source/list`. */
export interface CatalogueEntry {
  id: string;
  endpoint: Endpoint;
}

/** The same of a consumer. */
export interface ConsumerEntry {
  id: string;
  consumer: Consumer;
}

export const functionsFolder = join(import.meta.dirname, '..', 'functions');

/** The functions that answer no route of an API and take up nothing from a queue, and so have no value beside them. */
export const routelessFunctions: readonly string[] = [
  'auth/authorizer',
  'cdn/icon',
  'cdn/image-render',
];

/**
 * Finds every `endpoint.ts` below `functions`, in the order of their ids. Throws an error that names each folder that
 * is not as it must be, and what is wrong with it.
 */
export async function discoverEndpoints(
  folder: string = functionsFolder,
): Promise<readonly CatalogueEntry[]> {
  const [stated, consuming, handled] = await Promise.all([
    idsWith('endpoint.ts', folder),
    idsWith('consumer.ts', folder),
    idsWith('handler.ts', folder),
  ]);
  const entries = await Promise.all(
    stated.map(async (id) => ({ id, endpoint: await load<Endpoint>(folder, id, 'endpoint.ts') })),
  );
  const known = [...stated, ...consuming, ...routelessFunctions];
  refuse('Endpoints that cannot be served', [
    ...without('handler.ts', stated, handled, 'an endpoint.ts'),
    ...handled
      .filter((id) => !known.includes(id))
      .map(
        (id) =>
          `functions/${id} has a handler.ts and no endpoint.ts, and is no routeless function of lib/endpoints.ts`,
      ),
    ...complaintsAbout(entries),
  ]);
  return entries;
}

/** Finds every `consumer.ts` below `functions` in the same way, and throws in the same way. */
export async function discoverConsumers(
  folder: string = functionsFolder,
): Promise<readonly ConsumerEntry[]> {
  const [stated, handled] = await Promise.all([
    idsWith('consumer.ts', folder),
    idsWith('handler.ts', folder),
  ]);
  const entries = await Promise.all(
    stated.map(async (id) => ({ id, consumer: await load<Consumer>(folder, id, 'consumer.ts') })),
  );
  refuse('Consumers that cannot be run', [
    ...without('handler.ts', stated, handled, 'a consumer.ts'),
    ...complaintsAboutConsumers(entries),
  ]);
  return entries;
}

const without = (
  file: string,
  stated: readonly string[],
  having: readonly string[],
  what: string,
) =>
  stated
    .filter((id) => !having.includes(id))
    .map((id) => `functions/${id} has ${what} and no ${file}`);

function refuse(title: string, complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(`${title}:\n  ${complaints.join('\n  ')}`);
}

async function idsWith(file: string, folder: string): Promise<string[]> {
  return (await Array.fromAsync(glob(`**/${file}`, { cwd: folder })))
    .map((path) => dirname(path))
    .sort();
}

/** What the default export is, is known only when nothing is wrong with it. */
async function load<Value>(folder: string, id: string, file: string): Promise<Value> {
  const path = join(folder, id, file);
  try {
    const { default: value }: { default: Value } = await import(pathToFileURL(path).href);
    return value;
  } catch (error) {
    throw new Error(`functions/${id}/${file} cannot be loaded: ${failureText(error)}`);
  }
}

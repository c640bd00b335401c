import { basename } from 'node:path';
import { getResource, type Schema } from '#shared/contract/endpoint.ts';
import { ItemLink, PlainLink } from '#shared/hal/links.ts';
import type { EndpointEntry } from '../../definitions.ts';

/**
 * Converts words to PascalCase: `data_source`, `data-source` and `data/source` become `DataSource`.
 */
export function toPascalCase(words: string): string {
  return words
    .split(/[^a-zA-Z0-9]+/)
    .map(capitalize)
    .join('');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Names the schema of every response. The response of `read` has the name of the resource, any
 * other the name of its endpoint. Endpoints with the same schema share its name.
 */
export function nameResponseSchemas(
  entries: readonly EndpointEntry[],
): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>([
    [ItemLink, 'ItemLink'],
    [PlainLink, 'PlainLink'],
  ]);
  const reads = entries.filter(isRead);
  const others = entries.filter((entry) => !isRead(entry));
  for (const entry of [...reads, ...others]) {
    nameSchemas(entry, names);
  }
  return names;
}

/** Adds the names of an endpoint's schemas that have none yet. */
function nameSchemas(entry: EndpointEntry, names: Map<Schema, string>): void {
  const { responses } = entry.endpoint;
  for (const [status, { body }] of Object.entries(responses)) {
    if (typeof body !== 'object' || names.has(body)) continue;
    const taken = new Set(names.values());
    const candidates = listCandidates(entry, status);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free) names.set(body, free);
  }
}

function isRead({ id }: EndpointEntry): boolean {
  return basename(id) === 'read';
}

/**
 * Lists names for a response, the best first. The last one is always free, because ids are unique.
 */
function listCandidates(entry: EndpointEntry, status: string): string[] {
  const resource = toPascalCase(getResource(entry.endpoint));
  const verb = toPascalCase(basename(entry.id));
  const id = toPascalCase(entry.id);
  const candidates = [resource + verb, id, id + status];
  return isRead(entry) ? [resource, ...candidates] : candidates;
}

import { basename } from 'node:path';
import { resourceOf, type Schema } from '#shared/contract/endpoint.ts';
import { ItemLink, PlainLink } from '#shared/hal/links.ts';
import type { EndpointEntry } from '../definitions.ts';

/** Converts words to PascalCase: `data_source`, `data-source` and `data/source` become `DataSource`. */
export function toPascalCase(words: string): string {
  const capitalized = words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return capitalized.join('');
}

/**
 * Names the schema of every response. The response of `read` has the name of the resource, any other the name of its
 * endpoint. Endpoints with the same schema share its name.
 */
export function nameResponseSchemas(
  entries: readonly EndpointEntry[],
): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>([
    [ItemLink, 'ItemLink'],
    [PlainLink, 'PlainLink'],
  ]);
  for (const entry of sortReadFirst(entries)) {
    for (const [status, { body }] of Object.entries(entry.endpoint.responses)) {
      if (typeof body !== 'object' || names.has(body)) continue;
      const taken = new Set(names.values());
      const name = listCandidates(entry, status).find((candidate) => !taken.has(candidate));
      if (name) names.set(body, name);
    }
  }
  return names;
}

const isRead = ({ id }: EndpointEntry) => basename(id) === 'read';

function sortReadFirst(entries: readonly EndpointEntry[]): readonly EndpointEntry[] {
  return entries.toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)));
}

/** Lists names for a response, the best first. The last one is always free, because ids are unique. */
function listCandidates(entry: EndpointEntry, status: string): string[] {
  const resource = toPascalCase(resourceOf(entry.endpoint));
  const id = toPascalCase(entry.id);
  const candidates = [resource + toPascalCase(basename(entry.id)), id, id + status];
  return isRead(entry) ? [resource, ...candidates] : candidates;
}

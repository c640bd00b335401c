import { basename } from 'node:path';
import { resourceOf, type Schema } from '#shared/contract/endpoint.ts';
import { ItemLink, PlainLink } from '#shared/hal/links.ts';
import type { EndpointEntry } from '../definitions.ts';

/** `DataSource` for `data_source`, `data-source` and `data/source`. */
export function pascal(words: string): string {
  return words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const reads = ({ id }: EndpointEntry) => basename(id) === 'read';

/** Names for an answer, the best first; the last is always free, because ids are unique. */
function candidates(entry: EndpointEntry, status: string): string[] {
  const resource = pascal(resourceOf(entry.endpoint));
  return [
    ...(reads(entry) ? [resource] : []),
    resource + pascal(basename(entry.id)),
    pascal(entry.id),
    pascal(entry.id) + status,
  ];
}

/**
 * Names every schema that an endpoint answers: what `read` answers is the resource and has its name, anything else is
 * named for its endpoint. Endpoints that answer the same schema value share its name.
 */
export function nameAnswers(entries: readonly EndpointEntry[]): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>([
    [ItemLink, 'ItemLink'],
    [PlainLink, 'PlainLink'],
  ]);
  for (const entry of [...entries.filter(reads), ...entries.filter((entry) => !reads(entry))]) {
    for (const [status, { body }] of Object.entries(entry.endpoint.responses)) {
      if (typeof body !== 'object' || names.has(body)) continue;
      const taken = new Set(names.values());
      const name = candidates(entry, status).find((candidate) => !taken.has(candidate));
      if (name) names.set(body, name);
    }
  }
  return names;
}

import type { EndpointEntry } from '#lib/endpoints.ts';

/** An id that no item has. */
export const unknownId = '01k9zzzzzz00000000000000000000000000';

type OfEndpoint = Pick<EndpointEntry, 'endpoint'>;

/** Lists the placeholders in the path of an endpoint, e.g. `{id}`. */
export function listPlaceholders({ endpoint: { path } }: OfEndpoint): string[] {
  return path.match(/\{\w+\}/g) ?? [];
}

/** Builds the path of an endpoint. Its last parameter is the item, and the others are `self`. */
export function buildPath(
  entry: OfEndpoint,
  version: string,
  item = unknownId,
  slash = true,
): string {
  const placeholders = listPlaceholders(entry);
  const isLast = (name: string) => name === placeholders.at(-1);
  const itemPath = entry.endpoint.path.replace(/\{\w+\}/g, (name) =>
    isLast(name) ? item : 'self',
  );
  const path = `/${version}${itemPath}`;
  return slash ? path : path.replace(/\/$/, '');
}

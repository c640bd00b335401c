import type { EndpointEntry } from '#lib/definitions.ts';

/** An id that no item has. */
export const unknownId = '01k9zzzzzz00000000000000000000000000';

/** Lists the parameters in the path of an endpoint. */
export function listParameters({ endpoint: { path } }: EndpointEntry): string[] {
  return path.match(/\{\w+\}/g) ?? [];
}

/** Builds the path of an endpoint with the item as its last parameter, below the user `self`. */
export function buildPath(
  entry: EndpointEntry,
  version: string,
  item = unknownId,
  slash = true,
): string {
  const parameters = listParameters(entry);
  const isLast = (name: string) => name === parameters.at(-1);
  const ofUser = entry.endpoint.path.replace(/\{\w+\}/g, (name) =>
    isLast(name) ? item : 'self',
  );
  const path = `/${version}${ofUser}`;
  return slash ? path : path.replace(/\/$/, '');
}

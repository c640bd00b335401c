const isLink = (name: string) => /^href$|_link$/.test(name);

/** Returns whether a body is an OpenAPI document, whose links are only examples. */
const isOpenApi = (body: object) => 'openapi' in body;

/**
 * Lists the distinct links of a body at any depth: each `href`, and each member that ends in
 * `_link`.
 */
export function listLinks(body: unknown): ReadonlySet<string> {
  return new Set(collectLinks(body));
}

/**
 * Selects the first and the last of the links to items of reference data, and all other links.
 * Those to reference data differ in their number alone, and unit tests find each number.
 */
export function sampleLinks(links: Iterable<string>): readonly string[] {
  const groups = Map.groupBy(links, (href) => href.replace(/\/\d+\/$/, '/{id}/'));
  return [...groups.values()].flatMap((group) => {
    const ends = [group.at(0), group.at(-1)].filter((href) => href !== undefined);
    return [...new Set(ends)];
  });
}

function collectLinks(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(collectLinks);
  if (typeof body !== 'object' || body === null || isOpenApi(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    isLink(name) && typeof value === 'string' ? [value] : collectLinks(value),
  );
}

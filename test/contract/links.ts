const isLink = (name: string) => /^href$|_link$/.test(name);

/** The links in an OpenAPI document are those of its examples. */
const isOpenApi = (body: object) => 'openapi' in body;

/**
 * Lists the distinct links of a body at any depth: each `href`, and each member that ends in
 * `_link`.
 */
export function listLinks(body: unknown): ReadonlySet<string> {
  return new Set(collectLinks(body));
}

function collectLinks(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(collectLinks);
  if (typeof body !== 'object' || body === null || isOpenApi(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    isLink(name) && typeof value === 'string' ? [value] : collectLinks(value),
  );
}

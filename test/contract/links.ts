/** Every href of an answer, at any depth, of resources that are ours to serve. */
export function linksOf(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(linksOf);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'href' && typeof value === 'string' ? [value] : linksOf(value),
  );
}

/** Every href of an answer, at any depth, each once. */
export function linksOf(body: unknown): ReadonlySet<string> {
  return new Set(hrefsIn(body));
}

function hrefsIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(hrefsIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'href' && typeof value === 'string' ? [value] : hrefsIn(value),
  );
}

/** Every href of an answer, at any depth, and every address in a member that says it is a link, each once. */
export function listLinks(body: unknown): ReadonlySet<string> {
  return new Set(addressesIn(body));
}

function addressesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(addressesIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    /^href$|_link$/.test(name) && typeof value === 'string' ? [value] : addressesIn(value),
  );
}

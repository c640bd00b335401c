/** Parameters by name: a text, or the list of texts where a name was sent more than once. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** Groups name and value pairs; a name that was sent twice has a list, which a schema of a text refuses. */
export function groupParameters(pairs: Iterable<readonly [string, string]>): Parameters {
  const grouped = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = grouped.get(name);
    if (values) values.push(value);
    else grouped.set(name, [value]);
  }
  return Object.fromEntries(
    [...grouped].map(([name, [first = '', ...more]]) => [name, more.length ? [first, ...more] : first]),
  );
}

/** A parameter of a list as some clients number it, as in `fields[0]`; it is one more `fields[]`. */
const numbered = /\[\d+\]$/;

/** The pairs of an event's query string. */
export function* queryPairs(
  query: Readonly<Record<string, string[] | undefined>> | null,
): Generator<readonly [string, string]> {
  for (const [name, values] of Object.entries(query ?? {}))
    for (const value of values ?? []) yield [name.replace(numbered, '[]'), value];
}

import type { NamedSchemas } from '../reference/json-schema.ts';

/** Matches a reference to a named schema in JSON, and captures the name. */
const reference = /"#\/components\/schemas\/(\w+)"/g;

/** Selects the schemas that values refer to, directly or through other schemas, sorted by name. */
export function selectSchemas(
  all: NamedSchemas,
  values: readonly unknown[],
): NamedSchemas {
  const names = new Set<string>();
  // The loop also visits the schemas that it adds to this list.
  const pending: unknown[] = [...values];
  for (const value of pending) {
    for (const [, name = ''] of JSON.stringify(value).matchAll(reference)) {
      if (names.has(name)) continue;
      names.add(name);
      pending.push(all[name]);
    }
  }
  const sortedNames = [...names].sort();
  return Object.fromEntries(sortedNames.map((name) => [name, all[name] ?? {}]));
}

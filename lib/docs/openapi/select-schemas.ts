import type { NamedSchemas } from '../reference/json-schema.ts';

const reference = /"#\/components\/schemas\/(\w+)"/g;

/** Selects the schemas that values refer to, directly or through other schemas, sorted by name. */
export function selectSchemas(
  all: NamedSchemas,
  values: readonly unknown[],
): NamedSchemas {
  const found = new Set<string>();
  const open: unknown[] = [...values];
  for (const value of open) {
    for (const [, name = ''] of JSON.stringify(value).matchAll(reference)) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(all[name]);
    }
  }
  const selected = Object.entries(all).filter(([name]) => found.has(name));
  return Object.fromEntries(selected.sort(([one], [other]) => (one < other ? -1 : 1)));
}

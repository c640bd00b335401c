import * as z from 'zod/mini';
import { compact } from '../runtime/compact.ts';
import type { Schema } from './endpoint.ts';

/** Adds a description and an optional example to a schema. The documentation shows both. */
export function described<S extends Schema>(
  schema: S,
  description: string,
  example?: z.input<S>,
): S {
  if (example === undefined) return schema.check(z.describe(description));
  return schema.check(z.meta({ description, examples: [example] }));
}

type Fields = Readonly<Record<string, Schema>>;

/** The examples of those fields that have one. */
type Examples<F extends Fields> = { [Name in keyof F]?: z.input<F[Name]> };

/** Builds an example of an object from the examples of its fields. Omits fields without one. */
export function buildExample<F extends Fields>(fields: F): Examples<F> {
  const examples = Object.entries(fields).map(([name, schema]) => [
    name,
    getExample(schema),
  ]);
  return compact(Object.fromEntries(examples)) as Examples<F>;
}

function getExample(schema: Schema): unknown {
  const { examples = [] } = z.globalRegistry.get(schema) ?? {};
  return (examples as unknown[])[0];
}

/**
 * Returns the name of a schema, or undefined if it has none. `z.meta({ id: 'Device' })` gives a
 * schema a name: OpenAPI documents describe it once, and clients get a type of that name.
 */
export function getSchemaName(schema: Schema): string | undefined {
  return z.globalRegistry.get(schema)?.id;
}

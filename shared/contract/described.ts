import * as z from 'zod/mini';
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

/**
 * Returns the name of a schema, or undefined if it has none. `z.meta({ id: 'Device' })` names one:
 * the OpenAPI documents describe it once, and clients get a type of that name.
 */
export function getSchemaName(schema: Schema): string | undefined {
  return z.globalRegistry.get(schema)?.id;
}

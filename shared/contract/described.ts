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

import * as z from 'zod/mini';
import { compact } from '../runtime/compact.ts';
import { disguise, visibleCharacter } from './clean-text.ts';
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
 * Returns a schema that is built at its first use. A function uses none of a response, which is for
 * the documentation and the tests, and few of what other functions of its feature get. Building all
 * took a tenth of a cold start.
 */
export function deferred<S extends Schema>(build: () => S): z.ZodMiniLazy<S> {
  let schema: S | undefined;
  return z.lazy(() => {
    schema ??= build();
    return schema;
  });
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
  if (schema instanceof z.ZodMiniLazy)
    return getSchemaName(schema._zod.innerType as Schema);
  return z.globalRegistry.get(schema)?.id;
}

/**
 * Returns the `when` of a check that runs if neither the value itself nor these members have a
 * problem. Without it, zod skips the check of an object or a list if any member is invalid, and
 * the error does not name every problem (wire.md M4). `abort: true` in a member skips it anyway.
 */
export function whenValid(...members: readonly string[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    issues.every(({ path: [member] = [] }) => {
      return member !== undefined && !members.includes(String(member));
    });
}

const controlCharacters = /\p{Cc}/u;

/**
 * The pattern of a name before it is trimmed, for the documentation: it is not blank. No pattern
 * forbids control characters, because not every language has regular expressions that can.
 */
export const namePattern = '^\\s*\\S.*\\s*$';

/** Returns the length in code points, which is close to how people count characters. */
function countCharacters(value: string): number {
  return [...value].length;
}

interface TextLimits {
  min: number;
  max: number;
  pattern?: string;
}

function withLimits(schema: z.ZodMiniString<string>, { min, max, pattern }: TextLimits) {
  const unit = min === 1 ? 'character' : 'characters';
  return schema.check(
    z.refine(
      (value) => countCharacters(value) <= max,
      `must have at most ${max} characters`,
    ),
    z.refine(
      (value) => countCharacters(value) >= min,
      `must have at least ${min} ${unit}`,
    ),
    z.refine(
      (value) => !controlCharacters.test(value),
      'must not contain control characters',
    ),
    z.refine((value) => value.isWellFormed(), 'must be well-formed Unicode'),
    z.meta(compact({ minLength: min > 0 ? min : undefined, maxLength: max, pattern })),
  );
}

/**
 * A text of `min` to `max` characters (code points). Rejects control characters and unpaired
 * surrogates, because pages and stores do not return them unchanged.
 */
export function text(max: number, min = 0) {
  return withLimits(z.string(), { min, max });
}

/** A name of 1 to `max` characters. It is trimmed and normalized to Unicode NFC. */
export function name(max: number) {
  const trimmed = z.string().check(z.trim(), z.normalize());
  return withLimits(trimmed, { min: 1, max, pattern: namePattern });
}

/**
 * Adds to a text that others read, e.g. on a consent page: it cannot look empty or like another
 * text.
 */
export function shownToOthers(schema: z.ZodMiniString<string>) {
  return schema.check(
    z.refine(
      (value) => !disguise.test(value),
      'must not contain characters that are invisible or change the direction of text',
    ),
    z.refine(
      (value) => value === '' || visibleCharacter.test(value),
      'must have a visible character',
    ),
  );
}

/** The value of a parameter whose bytes are not UTF-8. Every text schema rejects it. */
export const invalidUtf8Value = Symbol('invalid UTF-8');

/** A query or form parameter: a string that is sent once. */
export function parameter() {
  return z.string({
    error: ({ input }) => (Array.isArray(input) ? 'must not be repeated' : undefined),
  });
}

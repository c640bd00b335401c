import * as z from 'zod/mini';

const controls = /\p{Cc}/u;

/**
 * A text of at most `most` characters (code points), without control characters or halves of surrogate pairs, which
 * no store or page could give back as they were sent.
 */
export function text(most: number, least = 0) {
  return bounded(z.string(), most, least);
}

/**
 * A text of 1 to `most` characters that names something: white space around it does not count, and is left out, and
 * neither does how a letter is composed of characters (Unicode NFC).
 */
export function name(most: number) {
  return bounded(z.string().check(z.trim(), z.normalize()), most, 1);
}

function bounded(schema: z.ZodMiniString<string>, most: number, least: number) {
  return schema.check(
    z.refine((value) => [...value].length <= most, `must have at most ${most} characters`),
    z.refine(
      (value) => [...value].length >= least,
      `must have at least ${least} character${least === 1 ? '' : 's'}`,
    ),
    z.refine((value) => !controls.test(value), 'must not contain control characters'),
    z.refine((value) => value.isWellFormed(), 'must be well-formed Unicode'),
    z.meta({ ...(least > 0 && { minLength: least }), maxLength: most }),
  );
}

/** Stands for the value of a parameter that was sent in bytes which are no UTF-8; every schema of a text refuses it. */
export const unreadable = Symbol('unreadable');

/** A parameter of a query or a form: a text that was sent once. */
export function parameter() {
  return z.string({
    error: ({ input }) => (Array.isArray(input) ? 'must not be repeated' : undefined),
  });
}

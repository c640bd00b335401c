import * as z from 'zod/mini';

const key = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const trimmed = /^\S(.*\S)?$/;
const httpsUrl = /^https:\/\/[^\s/]+\.[a-z]+(:\d+)?(\/\S*)?$/;

/** A key: lower-case words joined by underscores. */
export const Key = z.string().check(z.regex(key, 'must be lower-case words joined by _'));

/** Text of at least one character, without white space around it. */
export const Text = z
  .string()
  .check(z.regex(trimmed, 'must be text without white space around it'));

/** `true` or `false`. */
export const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((cell) => cell === 'true'),
);

/** An address with TLS. */
export const HttpsUrl = z.string().check(z.regex(httpsUrl, 'must be an https address'));

const EmptyAsNull = z.pipe(
  z.string(),
  z.transform((cell: string) => (cell === '' ? null : cell)),
);

/** Makes a cell optional: an empty one becomes null. */
export function nullIfEmpty<S extends z.ZodMiniType<unknown, string>>(schema: S) {
  return z.pipe(EmptyAsNull, z.nullable(schema));
}

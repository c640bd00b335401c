import * as z from 'zod/mini';

const key = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const trimmed = /^\S(.*\S)?$/;
const httpsUrl = /^https:\/\/[^\s/]+\.[a-z]+(:\d+)?(\/\S*)?$/;

/** A cell that matches a pattern. `error` says what the cell must be. */
export function matching(pattern: RegExp, error?: string) {
  return z.string().check(z.regex(pattern, error));
}

/** A key: lower-case words joined by underscores. */
export const SourceKey = matching(key, 'must be lower-case words joined by _');

/** Text of at least one character, without white space around it. */
export const Text = matching(trimmed, 'must be text without white space around it');

/** An https URL. */
export const HttpsUrl = matching(httpsUrl, 'must be an https URL');

/** `true` or `false`. */
export const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((cell) => cell === 'true'),
);

const EmptyAsNull = z.pipe(
  z.string(),
  z.transform((cell: string) => cell || null),
);

/** Makes a cell optional: an empty cell becomes null. */
export function nullIfEmpty<S extends z.ZodMiniType<unknown, string>>(schema: S) {
  return z.pipe(EmptyAsNull, z.nullable(schema));
}

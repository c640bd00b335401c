import * as z from 'zod/mini';

/** A key: lower-case words joined by underscores. */
export const Key = z
  .string()
  .check(z.regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be lower-case words joined by _'));
/** A text of at least one character, without blanks around it. */
export const Text = z
  .string()
  .check(z.regex(/^\S(.*\S)?$/, 'must be a text without blanks around it'));
/** A cell that may be empty, and then is null. */
export const orNull = <S extends z.ZodMiniType<unknown, string>>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((cell: string) => (cell === '' ? null : cell)),
    ),
    z.nullable(schema),
  );
/** `true` or `false`. */
export const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((cell) => cell === 'true'),
);
/** An address, only ever over TLS. */
export const HttpsUrl = z
  .string()
  .check(z.regex(/^https:\/\/[^\s/]+\.[a-z]+(:\d+)?(\/\S*)?$/, 'must be an https address'));

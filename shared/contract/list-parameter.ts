import * as z from 'zod/mini';

/** Splits a list that is sent as comma-separated text, as a repeated parameter, or both. */
function splitList(sent: string | string[]): string[] {
  const texts = [sent].flat().flatMap((text) => text.split(','));
  return texts.map((text) => text.trim()).filter(Boolean);
}

export interface ListParameterOptions {
  /** The description, or the name of the parameter if this is an alias. */
  documentation: { description: string } | Alias;
  /** Returns the message for unknown values. */
  message: (unknown: readonly string[]) => string;
  /** Parameters of the validation issue. */
  params?: Readonly<Record<string, unknown>>;
}

/** Another name of a parameter, which the documentation leaves out. */
interface Alias {
  aliasOf: string;
}

/** Builds the schema of a list of known values. An empty list counts as absent. */
export function buildListSchema<const V extends string>(
  values: readonly V[],
  { documentation, message, params = {} }: ListParameterOptions,
) {
  const isKnown = (text: string): text is V => values.some((value) => value === text);
  return z.pipe(
    z.union([z.string(), z.array(z.string())]).check(
      z.meta({
        ...documentation,
        type: 'array',
        items: { type: 'string', enum: [...values] },
      }),
    ),
    z.transform((sent, { issues }) => {
      const texts = splitList(sent);
      const unknown = texts.filter((text) => !isKnown(text));
      if (unknown.length > 0) {
        issues.push({ code: 'custom', message: message(unknown), input: sent, params });
      }
      return texts.filter(isKnown);
    }),
  );
}

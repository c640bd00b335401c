const encode = encodeURIComponent;

function swapCase(text: string): string {
  const characters = [...text];
  const isLower = (c: string) => c === c.toLowerCase();
  return characters.map((c) => (isLower(c) ? c.toUpperCase() : c.toLowerCase())).join('');
}

/** Code points between an ASCII character and its full-width form. */
const fullWidthOffset = 0xfee0;

/** Replaces ASCII by full-width characters, which a normalization (NFKC) turns back into ASCII. */
function toFullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (c) =>
    String.fromCodePoint(c.charCodeAt(0) + fullWidthOffset),
  );
}

/** Malformed ways to send a parameter in a query or a form. */
export const variations = {
  missing: () => '',
  empty: (name: string) => `${name}=`,
  'under a name in upper case': (name: string, value: string) =>
    `${name.toUpperCase()}=${encode(value)}`,
  'as an array': (name: string, value: string) => `${name}%5B%5D=${encode(value)}`,
  repeated: (name: string, value: string) =>
    `${name}=${encode(value)}&${name}=${encode(value)}`,
  'repeated with another value': (name: string, value: string) =>
    `${name}=${encode(value)}&${name}=x`,
  'with its case swapped': (name: string, value: string) =>
    `${name}=${encode(swapCase(value))}`,
  'as JSON': (name: string, value: string) =>
    `${name}=${encode(JSON.stringify({ value }))}`,
  'as a number': (name: string) => `${name}=0`,
  'too long': (name: string, value: string) =>
    `${name}=${encode(value)}${'a'.repeat(3000)}`,
  'with a NUL': (name: string, value: string) => `${name}=${encode(value)}%00`,
  'with a line break': (name: string, value: string) =>
    `${name}=${encode(value)}%0D%0AX-Injected:%201`,
  'with a trailing space': (name: string, value: string) => `${name}=${encode(value)}%20`,
  // The appended `%` ensures that the second encoding changes every value, even a plain word.
  'encoded twice': (name: string, value: string) =>
    `${name}=${encode(encode(`${value}%`))}`,
  'not in UTF-8': (name: string, value: string) => `${name}=${encode(value)}%FF%C0%80`,
  'in full-width characters': (name: string, value: string) =>
    `${name}=${encode(toFullWidth(value))}`,
  'as SQL': (name: string) => `${name}=${encode("x' OR '1'='1' --")}`,
  'as a query operator': (name: string) => `${name}=${encode('{"$ne":null}')}`,
  'as markup': (name: string) => `${name}=${encode('"><script>alert(1)</script>')}`,
  'as a path': (name: string) => `${name}=${encode('../../etc/passwd')}`,
  'as a prototype': (name: string) => `${name}=__proto__&__proto__=${name}`,
} as const satisfies Record<string, (name: string, value: string) => string>;

export type Variation = keyof typeof variations;
export const variationNames = Object.keys(variations) as Variation[];

/** Variations that omit the parameter. An empty one counts as omitted (RFC 6749 section 3.1). */
export const omittingVariations: readonly Variation[] = [
  'missing',
  'empty',
  'under a name in upper case',
  'as an array',
];
export const repeatingVariations: readonly Variation[] = [
  'repeated',
  'repeated with another value',
];

/** The variation that is not UTF-8, so the service cannot decode it (RFC 6749 appendix B). */
export const invalidUtf8: Variation = 'not in UTF-8';

/** Encodes parameters for a query or a form, and varies one of them. */
export function vary(
  parameters: Readonly<Record<string, string>>,
  name: string,
  variation: Variation,
): string {
  const all = Object.entries({ ...parameters, [name]: parameters[name] ?? '' });
  const encoded = all.map(([key, value]) =>
    key === name ? variations[variation](name, value) : `${key}=${encode(value)}`,
  );
  return encoded.filter(Boolean).join('&');
}

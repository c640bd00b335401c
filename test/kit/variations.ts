/** How a parameter can be sent in another way than it should be. */
export const variations = {
  missing: () => '',
  empty: (name: string) => `${name}=`,
  'under a name in capitals': (name: string, value: string) =>
    `${name.toUpperCase()}=${encode(value)}`,
  'as a list': (name: string, value: string) => `${name}%5B%5D=${encode(value)}`,
  doubled: (name: string, value: string) =>
    `${name}=${encode(value)}&${name}=${encode(value)}`,
  'doubled with another': (name: string, value: string) =>
    `${name}=${encode(value)}&${name}=x`,
  'in another case': (name: string, value: string) =>
    `${name}=${encode(swapCase(value))}`,
  'as JSON': (name: string, value: string) =>
    `${name}=${encode(JSON.stringify({ value }))}`,
  'as a number': (name: string) => `${name}=0`,
  'too long': (name: string, value: string) =>
    `${name}=${encode(value)}${'a'.repeat(3000)}`,
  'with a NUL': (name: string, value: string) => `${name}=${encode(value)}%00`,
  'with a line break': (name: string, value: string) =>
    `${name}=${encode(value)}%0D%0AX-Injected:%201`,
  'with a space behind': (name: string, value: string) => `${name}=${encode(value)}%20`,
  'encoded twice': (name: string, value: string) =>
    `${name}=${encode(encode(`${value}%`))}`,
  'in bytes that are no UTF-8': (name: string, value: string) =>
    `${name}=${encode(value)}%FF%C0%80`,
  'in wide characters': (name: string, value: string) =>
    `${name}=${encode(widen(value))}`,
  'as SQL': (name: string) => `${name}=${encode("x' OR '1'='1' --")}`,
  'as an operator': (name: string) => `${name}=${encode('{"$ne":null}')}`,
  'as markup': (name: string) => `${name}=${encode('"><script>alert(1)</script>')}`,
  'as a path': (name: string) => `${name}=${encode('../../etc/passwd')}`,
  'as a prototype': (name: string) => `${name}=__proto__&__proto__=${name}`,
} as const satisfies Record<string, (name: string, value: string) => string>;

export type Variation = keyof typeof variations;
export const variationNames = Object.keys(variations) as Variation[];

/** Variations that leave the parameter unsent, as RFC 6749 section 3.1 counts an empty one. */
export const unsent: readonly Variation[] = [
  'missing',
  'empty',
  'under a name in capitals',
  'as a list',
];
export const doubled: readonly Variation[] = ['doubled', 'doubled with another'];

const encode = encodeURIComponent;

const swapCase = (text: string) =>
  [...text]
    .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
    .join('');

/** Letters that look the same, and are made the same by a careless normalization. */
const widen = (text: string) =>
  [...text]
    .map((c) =>
      /[!-~]/.test(c) ? String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0) : c,
    )
    .join('');

/** The variation whose value could not be given back as it was sent (RFC 6749 appendix B). */
export const invalidUtf8: Variation = 'in bytes that are no UTF-8';

/** Parameters in a query or a form, one of them varied. */
export function vary(
  parameters: Readonly<Record<string, string>>,
  name: string,
  variation: Variation,
): string {
  return Object.entries({ ...parameters, [name]: parameters[name] ?? '' })
    .map(([key, value]) =>
      key === name ? variations[variation](name, value) : `${key}=${encode(value)}`,
    )
    .filter(Boolean)
    .join('&');
}

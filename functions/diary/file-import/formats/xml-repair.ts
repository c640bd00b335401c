/** The most repairs of a document. Beyond them it is no document with a slip, but another thing. */
export const maxRepairs = 1000;

/** Characters that no document may have (XML 1.0 section 2.2), as many as follow each other. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: They are what it looks for.
const forbidden = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]+/g;

/**
 * What can be wrong: a forbidden character, and an `&`. Comments and CDATA come first, because an
 * `&` in them is one. At the end of a text, a reference may be going on in the next one.
 */
const suspicious = new RegExp(
  [
    String.raw`<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)`,
    forbidden.source,
    String.raw`&(?![#\w]{0,8}$)(?:#(?:\d{1,7}|x[\da-fA-F]{1,6});|(?:amp|lt|gt|quot|apos);)?`,
  ].join('|'),
  'g',
);

/**
 * Replaces characters and references that no document may have by spaces, and an `&` that begins no
 * reference by one that does, so a reference to an entity is the text that it is. Expects a text
 * after a tag of the root. Returns it with the number of repairs.
 */
export function repairXml(text: string): { text: string; repairs: number } {
  let repairs = 0;
  const replaceForbidden = (found: string) =>
    found.replace(forbidden, () => {
      repairs += 1;
      return ' ';
    });
  const repaired = text.replace(suspicious, (found) => {
    if (!found.startsWith('&')) return replaceForbidden(found);
    if (found !== '&' && isAllowed(found)) return found;
    repairs += 1;
    return found === '&' ? '&amp;' : ' ';
  });
  return { text: repaired, repairs };
}

/** Returns whether a reference leads to a character that a document may have. */
function isAllowed(reference: string): boolean {
  const [, hexadecimal, decimal] = /^&#(?:x(\w+)|(\d+));$/.exec(reference) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return true;
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  if (code < 0x20) return [0x09, 0x0a, 0x0d].includes(code);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code <= 0x10ffff && !isSurrogate && code !== 0xfffe && code !== 0xffff;
}

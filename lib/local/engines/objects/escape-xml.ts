/** Escapes the characters that begin a tag or a reference in XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}

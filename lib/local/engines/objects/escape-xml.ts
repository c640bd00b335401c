/** Escapes the characters of a text that are special in the content of an XML element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Replaces the text between the markers `<!-- name -->` and `<!-- /name -->`. Throws if the text
 * has no such markers.
 */
export function replaceSection(text: string, name: string, content: string): string {
  const markers = new RegExp(`(<!-- ${name} -->\n).*?(<!-- /${name} -->)`, 's');
  if (!markers.test(text))
    throw new Error(`The text has no section between <!-- ${name} --> markers.`);
  return text.replace(
    markers,
    (_, open, close) => `${open}\n${content.trimEnd()}\n\n${close}`,
  );
}

import {
  buildIndex,
  type SearchSection,
} from '#functions/main/documentation/search/search-index.ts';
import type { Document } from '../page/layout.ts';

/** Builds the index of all guides and of the reference. */
export function buildSearchIndex(documents: readonly Document[]): object {
  return buildIndex(documents.flatMap(listSections));
}

/** Matches a heading with an anchor, and captures the anchor and the heading. */
const headingPattern = /<h[1-3] id="([^"]+)">(.*?)<\/h[1-3]>/s;

/** Divides a page at its headings. */
function listSections({
  name,
  title,
  part,
  content,
}: Document): readonly SearchSection[] {
  // Splitting by a pattern that captures returns the captured texts, too.
  const [, , , introduction = '', ...rest] = content.html.split(headingPattern);
  const path = name === 'index' ? '' : `${name}/`;
  const common = {
    kind: part === 'reference' ? 'Reference' : 'Guide',
    page: title,
  } as const;
  const sections: SearchSection[] = [
    { ...common, id: path, title, text: toText(introduction) },
  ];
  for (let i = 0; i < rest.length; i += 3) {
    const [anchor = '', heading = '', text = ''] = rest.slice(i, i + 3);
    sections.push({
      ...common,
      id: `${path}#${anchor}`,
      heading: toText(heading),
      text: toText(text),
    });
  }
  return sections;
}

/** Code, and what is closed at first: nobody searches for these. */
const skipped = /<(pre|details|button|figcaption)\b.*?<\/\1>/gs;
/** An address, which only the service knows. */
const placeholders = /\{\{\w+\}\}/g;
/** Tags within a sentence. */
const inlineTags = /<\/?(?:a|b|code|em|strong)\b[^>]*>/g;

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Returns the text of markup, on one line. */
function toText(markup: string): string {
  return markup
    .replaceAll(skipped, ' ')
    .replaceAll(placeholders, '…')
    .replaceAll(inlineTags, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&\S+?;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

import type { AsPlainObject } from 'minisearch';
import { type Html, html } from '#shared/html/html.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { type FoundSection, openIndex, type SearchSection } from './search-index.ts';

const maxResults = 30;

/** Renders what a search found, or what to do if it found nothing. */
export function renderResults(
  query: string,
  matches: readonly FoundSection[],
  documentation: string,
): Html {
  if (query === '') {
    return html`<p role="status">Enter the words that you look for, e.g.
<a href="${documentation}search/?q=refresh+token">refresh token</a>.</p>
`;
  }
  if (matches.length === 0) {
    return renderEmptyState({
      title: `Nothing was found for “${query}”`,
      text: 'Try another word, fewer words, or the beginning of a word.',
      actions: [
        { label: 'Look through the reference', url: `${documentation}reference/` },
      ],
    });
  }
  const items = matches
    .slice(0, maxResults)
    .map((match) => renderMatch(match, documentation));
  return html`<p role="status">${describeCount(matches.length)} for
<strong>${query}</strong></p>
<ol class="results">
${items}</ol>
`;
}

function describeCount(count: number): string {
  if (count > maxResults) return `The first ${maxResults} of ${count} results`;
  return count === 1 ? '1 result' : `${count} results`;
}

function renderMatch({ section, words }: FoundSection, documentation: string): Html {
  const { id, kind, page, title, heading, text } = section;
  const pattern = toPattern(words);
  const name = heading === undefined ? (title ?? page) : `${page}: ${heading}`;
  return html`<li>
<a href="${documentation}${id}">${mark(name, pattern)}</a>
<span>${kind}</span>
<p>${mark(selectExcerpt({ text }, pattern), pattern)}</p>
</li>
`;
}

/** Matches these words where they stand alone. */
function toPattern(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const alternatives = longestFirst.map((word) => RegExp.escape(word)).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu');
}

/** Characters of an excerpt before the first match, and in all. */
const lead = 60;
const excerptLength = 200;

/** Selects the text around the first match, from word to word. */
function selectExcerpt({ text }: Pick<SearchSection, 'text'>, pattern: RegExp): string {
  const [first] = text.matchAll(pattern);
  const center = first?.index ?? 0;
  const start = center <= lead ? 0 : text.indexOf(' ', center - lead) + 1;
  const isWhole = text.length - start <= excerptLength;
  const end = isWhole ? text.length : text.lastIndexOf(' ', start + excerptLength);
  const excerpt = text.slice(start, end);
  return `${start > 0 ? '… ' : ''}${excerpt}${isWhole ? '' : ' …'}`;
}

/** Marks the matches in a text. */
function mark(text: string, pattern: RegExp): Html {
  const parts: Html[] = [];
  let position = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    parts.push(html`${text.slice(position, index)}<mark>${match}</mark>`);
    position = index + match.length;
  }
  return html`${parts}${text.slice(position)}`;
}

/** The index. The build inserts it (lib/build/generated-content.ts). */
declare const SEARCH_INDEX: AsPlainObject;

/** Opened by the first search, because the function serves the pages, too. */
let search: ReturnType<typeof openIndex> | undefined;

/** A longer query finds nothing more, and takes longer. */
const maxLength = 200;

/** Returns the words of a query that count, and what has them. */
export function searchDocumentation(query = ''): {
  words: string;
  sections: readonly FoundSection[];
} {
  const words = query.trim().slice(0, maxLength);
  search ??= openIndex(SEARCH_INDEX);
  return { words, sections: search(words) };
}

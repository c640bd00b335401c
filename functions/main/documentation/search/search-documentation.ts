import type { AsPlainObject } from 'minisearch';
import { type FoundSection, openIndex } from './search-index.ts';

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

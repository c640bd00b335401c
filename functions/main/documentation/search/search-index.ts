import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';

/** A section of a page, which the search can find. */
export interface SearchSection {
  /** The page and the anchor, as in a URL. The first section of a page has no anchor. */
  id: string;
  kind: 'Guide' | 'Reference';
  page: string;
  /** The title of the page, if this is its first section. */
  title?: string;
  /** The heading of any other section. */
  heading?: string;
  text: string;
}

/**
 * The options of the index, the same where it is built and where it is searched. A title counts
 * more than any heading, and a heading more than any text. A guide comes before the reference.
 */
const options: Options<SearchSection> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['kind', 'page', 'title', 'heading', 'text'],
  searchOptions: {
    boost: { title: 100, heading: 10 },
    boostDocument: (_id, _term, stored) => (stored?.kind === 'Guide' ? 2 : 1),
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    maxFuzzy: 2,
  },
};

/** Builds the index of the sections, as plain data. */
export function buildIndex(sections: readonly SearchSection[]): AsPlainObject {
  const index = new MiniSearch(options);
  index.addAll(sections);
  return index.toJSON();
}

/** A section that a search found, and the words in it that match. */
export interface FoundSection {
  section: SearchSection;
  words: readonly string[];
}

/** Returns a function that searches an index. */
export function openIndex(
  data: AsPlainObject,
): (query: string) => readonly FoundSection[] {
  const index = MiniSearch.loadJS(data, options);
  return (query) => {
    const withAll = index.search(query, { combineWith: 'AND' });
    const found = withAll.length > 0 ? withAll : index.search(query);
    return found.map(({ terms, ...section }) => ({
      section: section as unknown as SearchSection,
      words: terms,
    }));
  };
}

import type { AsPlainObject } from 'minisearch';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { renderSearchPage } from '../documentation.ts';
import endpoint from './endpoint.ts';
import { renderResults } from './results.ts';
import { openIndex } from './search-index.ts';

/** The index. The build inserts it (lib/build/generated-content.ts). */
declare const SEARCH_INDEX: AsPlainObject;

const search = openIndex(SEARCH_INDEX);

/** A longer query finds nothing more, and takes longer. */
const maxLength = 200;

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ query, version, baseUrls }) => {
    const words = (query.q ?? '').trim().slice(0, maxLength);
    const documentation = `${baseUrls.main}/${version}/docs/`;
    const results = renderResults(words, search(words), documentation);
    return {
      status: 200,
      ...renderSearchPage(words, results, { ...baseUrls, version }),
    };
  },
);

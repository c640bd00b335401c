import { requireFound } from '#shared/http/handler.ts';
import { prefersHtmlToJson } from '#shared/http/headers.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import {
  findOpenApi,
  renderDocumentation,
  renderNotFoundPage,
  renderSearchPage,
} from './documentation.ts';
import endpoints from './endpoints.ts';
import { renderResults, searchDocumentation } from './search/search.ts';

const pages = { pages: pageRenderer };

/** Serves the pages, the search and the OpenAPI documents. */
export const handler = serveEach(endpoints, {
  list: serve(endpoints.list, pages, async ({ version, baseUrls }) => {
    const page = renderDocumentation('index', { ...baseUrls, version });
    if (!page) throw new Error('The documentation has no index page.');
    return { status: 200, ...page };
  }),

  read: serve(endpoints.read, pages, async (request) => {
    const { params, header, version, baseUrls, fail } = request;
    const values = { ...baseUrls, version };
    const page = renderDocumentation(params.page, values);
    // Browsers name HTML. A client that names nothing gets JSON, as it does of other paths.
    if (!page && prefersHtmlToJson(header('accept')))
      return { status: 404, ...renderNotFoundPage(values) };
    const requested = { kind: 'documentation page', id: params.page };
    return { status: 200, ...requireFound(page, requested, fail) };
  }),

  search: serve(endpoints.search, pages, async ({ query, version, baseUrls }) => {
    const { words, sections } = searchDocumentation(query.q);
    const results = renderResults(words, sections, `${baseUrls.main}/${version}/docs/`);
    return {
      status: 200,
      ...renderSearchPage(words, results, { ...baseUrls, version }),
    };
  }),

  'openapi/main': serve(endpoints['openapi/main'], {}, async ({ baseUrls }) => ({
    status: 200,
    body: findOpenApi('main.json', baseUrls) ?? '',
  })),

  'openapi/read': serve(
    endpoints['openapi/read'],
    {},
    async ({ params: { document: id }, baseUrls, fail }) => {
      const content = findOpenApi(id, baseUrls);
      const body = requireFound(content, { kind: 'OpenAPI document', id }, fail);
      return { status: 200, body };
    },
  ),
});

import {
  groupParameters,
  parseFormPairs,
  toQueryString,
} from '#shared/http/parameters.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import endpoints from './endpoints.ts';

/** Redirects to the authorization endpoint. */
export const handler = serveEach(endpoints, {
  forward: serve(endpoints.forward, {}, async ({ query, version, baseUrls }) => {
    const parameters = toQueryString(query);
    return redirect(`${baseUrls.auth}/${version}/oauth2/authorize/?${parameters}`);
  }),

  // A form of another site comes without our cookies, and the request that follows the redirect
  // has them.
  submit: serve(
    endpoints.submit,
    { pages: pageRenderer },
    async ({ body, version, baseUrls }) => {
      const parameters = toQueryString(groupParameters(parseFormPairs(body)));
      return redirect(`${baseUrls.auth}/${version}/oauth2/authorize/?${parameters}`);
    },
  ),
});

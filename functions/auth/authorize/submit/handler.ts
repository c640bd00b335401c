import {
  groupParameters,
  parseFormPairs,
  toQueryString,
} from '#shared/http/parameters.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import endpoint from './endpoint.ts';

// A form of another site comes without our cookies, and the request that follows the redirect has
// them.
export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ body, version, baseUrls }) => {
    const query = toQueryString(groupParameters(parseFormPairs(body)));
    return redirect(`${baseUrls.auth}/${version}/oauth2/authorize/?${query}`);
  },
);

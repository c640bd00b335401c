import { toQueryString } from '#shared/http/parameters.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async ({ query, version, baseUrls }) => {
  const authorizationEndpoint = `${baseUrls.auth}/${version}/oauth2/authorize/`;
  return redirect(`${authorizationEndpoint}?${toQueryString(query)}`);
});

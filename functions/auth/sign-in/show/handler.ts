import { serve } from '../../../../shared/http/serve.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import { goneReason } from '../../authorization-request/reference.ts';
import { browserOf, tokenOfForm } from '../../browser.ts';
import { signInPage } from '../sign-in.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async ({ query, header, table, now, fail }) => {
  const browser = browserOf(header);
  const form_token = tokenOfForm('sign-in', query.request, browser);
  const request = await authorizationRequests.find(table, query.request, browser.secret, now);
  if (!request || !form_token) throw fail('page_refused', { reason: goneReason });
  const { application_name } = request;
  return { status: 200, body: signInPage({ application_name, form_token }) };
});

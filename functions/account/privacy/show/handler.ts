import { showPage } from '#functions/account/account-handler.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { buildPage, findDestination } from '../destination.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('privacy', async (request: HandlerRequest<typeof endpoint>, account) => {
    const destination = await findDestination(request, account);
    return buildPage(account, destination);
  }),
);

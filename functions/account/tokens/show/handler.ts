import { showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { loadTokensPage } from '../load-tokens-page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('tokens', async (request, account) => loadTokensPage(request, account)),
);

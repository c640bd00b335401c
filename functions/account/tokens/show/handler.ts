import { accountDependencies, showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { loadTokensPage } from '../load-tokens-page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  accountDependencies,
  showPage('tokens', async (request, account) => loadTokensPage(request, account)),
);

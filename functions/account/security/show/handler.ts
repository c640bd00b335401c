import { accountDependencies, showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { loadSecurityPage } from '../load-security-page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  accountDependencies,
  showPage('security', async (request, account) => loadSecurityPage(request, account)),
);

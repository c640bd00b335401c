import { accountDependencies, showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { renderPrivacyPage } from '../privacy.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  accountDependencies,
  showPage('privacy', async ({ query }, account) => renderPrivacyPage(account, query)),
);

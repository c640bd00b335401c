import { showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderPrivacyPage } from '../privacy.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('privacy', async ({ query }, account) => renderPrivacyPage(account, query)),
);

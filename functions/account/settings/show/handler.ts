import { showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderSettingsPage } from '../settings.page.ts';
import { toSettingsFields } from '../settings-form.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('settings', async (_, account) =>
    renderSettingsPage(account, { fields: toSettingsFields(account.profile) }),
  ),
);

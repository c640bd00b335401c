import { accountDependencies, showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { renderSettingsPage } from '../settings.page.ts';
import { toSettingsFields } from '../settings-form.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  accountDependencies,
  showPage('settings', async (_, account) =>
    renderSettingsPage(account, { fields: toSettingsFields(account.profile) }),
  ),
);

import { servePage } from '#functions/account/account-handler.ts';
import { renderSettingsPage } from '../settings.page.ts';
import { toSettingsFields } from '../settings-form.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'settings', async (_, account) =>
  renderSettingsPage(account, { fields: toSettingsFields(account.profile) }),
);

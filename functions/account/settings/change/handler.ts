import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import * as userSettings from '#functions/auth/identity/user-settings.store.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { renderSettingsPage } from '../settings.page.ts';
import type { SettingsNotice } from '../settings.texts.ts';
import { readSettingsForm } from '../settings-form.ts';
import endpoint from './endpoint.ts';

export const handler = serveForm(
  endpoint,
  'settings',
  async ({ table, body }, account) => {
    const { profile, pages } = account;
    const form = readSettingsForm(body);
    if (!form.ok) {
      const page = renderSettingsPage(account, { fields: body, invalid: form.error });
      return { status: 400, body: page };
    }
    const isSaved = await userSettings.update(table, profile, form.value);
    if (!isSaved) return redirect(pages.signIn({ continue: 'settings' }));
    return redirectToPage<SettingsNotice>(account, 'settings', 'saved');
  },
);

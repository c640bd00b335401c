import { again, defineScreen, done, form, signIn } from '#functions/account/screen.ts';
import * as userSettings from '#functions/auth/identity/user-settings.store.ts';
import { renderSettingsPage } from './settings.page.ts';
import { type SettingsNotice, settingsTexts } from './settings.texts.ts';
import { readSettingsForm, SettingsFields } from './settings-form.ts';

export default defineScreen({
  page: 'settings',
  link: { texts: settingsTexts },
  summary: "Show the user's name and settings",
  render: renderSettingsPage,

  forms: {
    save: form({
      summary: "Change the user's name and settings",
      example: { fields: { display_name: 'Ann' } },
      fields: SettingsFields,
      table: ['update', 'transact'],
      storeCalls: {
        max: 1,
        reason: 'one transaction changes the profile and the username of the credentials',
      },
      responses: {
        400: { description: 'The same page, which names all problems.', body: 'html' },
      },
      async submit({ table, body }, { profile, language }) {
        const settings = readSettingsForm(body, language);
        if (!settings.ok) return again({ fields: body, invalid: settings.error });
        const isSaved = await userSettings.update(table, profile, settings.value);
        return isSaved ? done<SettingsNotice>('saved') : signIn();
      },
    }),
  },
});

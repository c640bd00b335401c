import { afterEach, expect, it, vi } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as userSettings from '#functions/auth/identity/user-settings.store.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { handler } from './handler.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('is in the language and the time zone that the person has chosen', async () => {
  const { user_id, email } = await newUser();
  const profile = await identities.findProfile(table(), user_id);
  if (!profile) throw new Error('The user has no profile.');
  const { display_name } = profile;
  const settings = { locale: 'de-AT', time_zone: 'Asia/Kolkata' } as const;
  await userSettings.update(table(), profile, { display_name, ...settings });

  const mailFolder = createTemporaryFolder();
  vi.stubEnv('AUTH_URL', 'https://auth.example');
  vi.stubEnv('MAIL_FROM', 'service@b.example');
  vi.stubEnv('MAIL_FOLDER', mailFolder);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The browser of the request preferred English.
  const mail = { id: '1', template: 'password_changed', to: email, language: 'en-US' };
  const record = { ...identityKeys.credentials(user_id), mail };
  const Records = [{ messageId: '1', body: JSON.stringify(record) }];
  await handler({ Records } as Parameters<typeof handler>[0], {
    getRemainingTimeInMillis: () => 20_000,
  });
  const [sent] = await listMail({ drainQueues: async () => {}, mailFolder }, email);
  expect(sent?.subject).toBe('Ihr Passwort wurde geändert');
  expect(sent?.text).toContain('(UTC+5:30)');
});

import { readdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { forgetMailInFolder } from './forget-mail.ts';
import { createMailFolder } from './mail-folder.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('keeps mail to a later account with the address, and mail to others', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('MAIL_FOLDER', folder);
  vi.useFakeTimers({ toFake: ['Date'] });
  const send = createMailFolder(folder, 'service@example.com');
  const sendAt = (time: string, user_id: string, to: string) => {
    vi.setSystemTime(new Date(time));
    return send({ user_id, to, subject: 'About', text: 'Text', html: '<p>Text</p>' });
  };
  await sendAt('2026-11-20T11:00:00Z', 'erased', 'ann@example.com');
  await sendAt('2026-11-20T11:00:01Z', 'link', 'Ann@Example.com');
  await sendAt('2026-11-20T11:00:02Z', 'other', 'bob@example.com');
  await sendAt('2026-11-20T12:00:01Z', 'erased', 'ann@example.com');
  await sendAt('2026-11-20T12:00:02Z', 'later', 'ann@example.com');

  await forgetMailInFolder({
    user_id: 'erased',
    emails: ['ann@example.com'],
    until: new Date('2026-11-20T12:00:00Z'),
  });
  const kept = readdirSync(folder).map((name) => name.slice(11, 19));
  expect(kept.toSorted()).toEqual(['11-00-02', '12-00-02']);
});

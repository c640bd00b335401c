import { readdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createMailFolder, forgetMailInFolder } from './mail-folder.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('keeps mail to later accounts with the addresses, and mail to others', async () => {
  const folder = createTemporaryFolder();
  vi.stubEnv('MAIL_FOLDER', folder);
  vi.useFakeTimers({ toFake: ['Date'] });
  const send = createMailFolder(folder, 'service@example.com');
  const sendAt = (time: string, user_id: string, to: string, template = 'sign_up') => {
    vi.setSystemTime(new Date(time));
    const texts = { subject: 'About', text: 'Text', html: '<p>Text</p>' };
    return send({ id: time, user_id, template, to, ...texts });
  };
  // The user `erased` has old@example.com until 10:00:03, and then ann@example.com. Mail about
  // `invited` has a link that was sent to an address before its account existed.
  await sendAt('2026-11-20T10:00:00Z', 'invited', 'old@example.com');
  await sendAt('2026-11-20T10:00:01Z', 'erased', 'carol@example.com', 'email_change');
  await sendAt('2026-11-20T10:00:02Z', 'other', 'carol@example.com');
  await sendAt('2026-11-20T10:00:03Z', 'erased', 'old@example.com', 'email_changed');
  await sendAt('2026-11-20T10:00:04Z', 'later', 'old@example.com');
  await sendAt('2026-11-20T11:00:00Z', 'erased', 'ann@example.com');
  await sendAt('2026-11-20T11:00:01Z', 'invited', 'Ann@Example.com');
  await sendAt('2026-11-20T11:00:02Z', 'other', 'bob@example.com');
  await sendAt('2026-11-20T12:00:01Z', 'erased', 'ann@example.com');
  await sendAt('2026-11-20T12:00:02Z', 'later', 'ann@example.com');

  await forgetMailInFolder({
    user_id: 'erased',
    email: 'ann@example.com',
    until: new Date('2026-11-20T12:00:00Z'),
    replacedTemplate: 'email_changed',
  });
  // The name of a file starts with its time, e.g. `2026-11-20T10-00-02`.
  const kept = readdirSync(folder).map((name) => name.slice(11, 19));
  expect(kept.toSorted()).toEqual(['10-00-02', '10-00-04', '11-00-02', '12-00-02']);
});

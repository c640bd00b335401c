import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createMailFolder, forgetMailInFolder } from './mail-folder.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const mail = {
  id: 'q2Jc0vXb9T1s',
  user_id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
  template: 'sign_up',
  to: 'ann@example.com',
  subject: 'Grüße',
  text: 'Hello\n\nhttps://example.com/?token=x',
  html: '<p>Hello</p>',
};

/** Sends a mail to a new folder and returns its only file. */
async function sendToFolder(sent: typeof mail): Promise<string> {
  const folder = createTemporaryFolder();
  const receipt = await createMailFolder(folder, 'fitness-data@localhost')(sent);
  const [name = '', ...others] = readdirSync(folder);
  const via = `the folder ${folder}`;
  expect(receipt).toEqual({ outcome: 'sent', via, answer: name });
  expect(others).toEqual([]);
  expect(name).toMatch(/\.eml$/);
  return readFileSync(join(folder, name), 'utf8');
}

it('writes a readable message with the plain text and the HTML', async () => {
  const message = await sendToFolder(mail);
  expect(message).toMatch(
    /^From: fitness-data@localhost\nTo: ann@example.com\nSubject: Grüße\n/,
  );
  expect(message).toContain('\nMessage-ID: <q2Jc0vXb9T1s@localhost>\n');
  expect(message).toContain('\nAuto-Submitted: auto-generated\n');
  expect(message).toContain('Content-Type: text/plain; charset=utf-8');
  expect(message).toContain('\n<p>Hello</p>\n');
});

it('adds no header for a line break in the subject or the address', async () => {
  const message = await sendToFolder({
    ...mail,
    to: 'ann@example.com\r\nBcc: eve@example.com',
    subject: 'Hello\nBcc: eve@example.com',
  });
  expect(message).not.toMatch(/^Bcc:/m);
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

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createMailFolder } from './mail-folder.ts';

const mail = {
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
  expect(await createMailFolder(folder, 'fitness-data@localhost')(sent)).toBe('sent');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/\.eml$/);
  return readFileSync(join(folder, name), 'utf8');
}

it('writes a readable message with the plain text and the HTML', async () => {
  const message = await sendToFolder(mail);
  expect(message).toMatch(
    /^From: fitness-data@localhost\nTo: ann@example.com\nSubject: Grüße\n/,
  );
  expect(message).toMatch(/^Message-ID: <[\da-f-]{36}@localhost>$/m);
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

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createMailFolder } from './mail-folder.ts';

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

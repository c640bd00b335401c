import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, SendMail } from './mail.ts';

/** Formats a mail as an Internet message in UTF-8 (RFC 5322, RFC 2046 section 5.1.4, RFC 6532). */
function formatMessage(
  from: string,
  { user_id, template, to, subject, text, html }: Mail,
  at: Date,
): string {
  const boundary = `part-${randomUUID()}`;
  const formatPart = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    body.trimEnd(),
    '',
  ];
  const lines = [
    `From: ${toHeaderValue(from)}`,
    `To: ${toHeaderValue(to)}`,
    `Subject: ${toHeaderValue(subject)}`,
    `Date: ${at.toUTCString()}`,
    `X-User-Id: ${user_id}`,
    `X-Template: ${template}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...formatPart('plain', text),
    ...formatPart('html', html),
    `--${boundary}--`,
    '',
  ];
  return lines.join('\n');
}

/** Replaces line breaks with spaces, so that a value cannot add a header. */
function toHeaderValue(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/**
 * Returns a function that writes each mail into a folder, for a service on one machine. The file
 * names sort by time. A file is complete as soon as it has its name.
 */
export function createMailFolder(folder: string, from: string): SendMail {
  return async (mail) => {
    const at = new Date();
    const time = at.toISOString().replaceAll(':', '-');
    const file = join(folder, `${time}-${randomUUID().slice(0, 8)}.eml`);
    await writeFile(`${file}.new`, formatMessage(from, mail, at), { mode: 0o600 });
    await rename(`${file}.new`, file);
    return 'sent';
  };
}

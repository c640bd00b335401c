import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findEnvironment } from '../runtime/environment.ts';
import { toRecipient } from './recipient.ts';

/** A user whose mail is deleted. */
export interface MailOwner {
  user_id: string;
  /** The addresses of the user. Mail about other users can have been sent to them. */
  emails: readonly string[];
  /** Mail that was sent to these addresses later is kept: another account may have one of them. */
  until: Date;
}

/**
 * Deletes the copies of all mail about a user, and of mail to the user's addresses that is not
 * later than `until`.
 */
export type ForgetMail = (owner: MailOwner) => Promise<void>;

/**
 * Deletes mail from the folder `MAIL_FOLDER`. Mail about the user includes mail to addresses
 * that the user has replaced or never confirmed. Without a folder, the service keeps no copies: SES
 * delivers the mail.
 */
export async function forgetMailInFolder({
  user_id,
  emails,
  until,
}: MailOwner): Promise<void> {
  const folder = findEnvironment('MAIL_FOLDER');
  if (folder === undefined) return;

  const recipients = new Set(emails.map(normalize));
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const message = await readFile(file, 'utf8').catch(() => '');
    const isAbout = findHeader(message, 'X-User-Id') === user_id;
    const isTo = recipients.has(normalize(findHeader(message, 'To')));
    const isLater = Date.parse(findHeader(message, 'Date')) > until.getTime();
    if (isAbout || (isTo && !isLater)) await rm(file, { force: true });
  }
}

/** Returns the first value of a header, or an empty string if the message has none. */
function findHeader(message: string, name: string): string {
  const [headers = ''] = message.split('\n\n', 1);
  const line = headers.split('\n').find((text) => text.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? '';
}

/** Returns an address in the form of the header `To`, in lower case. */
function normalize(address: string): string {
  const recipient = toRecipient(address.trim()) ?? address;
  return recipient.toLowerCase();
}

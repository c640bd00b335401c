import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findEnvironment } from '../runtime/environment.ts';
import type { SendMail } from './mail.ts';
import { formatMailMessage } from './message.ts';
import { toRecipient } from './recipient.ts';

/**
 * Returns a function that writes each mail into a folder, for a service on one machine. The file
 * names sort by time. A file is complete as soon as it has its name.
 */
export function createMailFolder(folder: string, from: string): SendMail {
  return async (mail) => {
    const time = new Date().toISOString().replaceAll(':', '-');
    const name = `${time}-${randomUUID().slice(0, 8)}.eml`;
    const { user_id, template } = mail;
    const headers = [
      ...(user_id === undefined ? [] : [`X-User-Id: ${user_id}`]),
      `X-Template: ${template}`,
    ];
    const message = formatMailMessage(mail, from, { encoding: '8bit', headers });
    const file = join(folder, name);
    await writeFile(`${file}.new`, message, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return { outcome: 'sent', via: `the folder ${folder}`, answer: name };
  };
}

/** A user whose mail is deleted. */
export interface MailOwner {
  user_id: string;
  /** The email of the user. Mail about other users can have been sent to it. */
  email: string | undefined;
  /** Mail that was sent to this address later is kept: another account may have it. */
  until: Date;
  /** The template of the mail to an address that its user has replaced. */
  replacedTemplate: string;
}

/**
 * Deletes the copies of all mail about a user, and of mail to the user's email that is not later
 * than `until`.
 */
export type ForgetMail = (owner: MailOwner) => Promise<void>;

/** A mail in the folder. */
interface StoredMail {
  file: string;
  user_id: string;
  template: string;
  /** The recipient, in lower case. */
  to: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

/**
 * Deletes mail from the folder `MAIL_FOLDER`. Mail about the user includes mail to addresses that
 * the user never confirmed. Mail to an address that the user has replaced is deleted up to the mail
 * about that change. Without a folder, the service keeps no copies: SES delivers the mail.
 */
export async function forgetMailInFolder({
  user_id,
  email,
  until,
  replacedTemplate,
}: MailOwner): Promise<void> {
  const folder = findEnvironment('MAIL_FOLDER');
  if (folder === undefined) return;

  const mails = await listMail(folder);
  const isAbout = (mail: StoredMail) => mail.user_id === user_id;
  const changes = mails.filter(
    (mail) => isAbout(mail) && mail.template === replacedTemplate,
  );
  const lastTimes = new Map(changes.map(({ to, sentAt }) => [to, sentAt]));
  if (email !== undefined) lastTimes.set(normalize(email), until.getTime());

  const isToUser = ({ to, sentAt }: StoredMail) => sentAt <= (lastTimes.get(to) ?? 0);
  const forgotten = mails.filter((mail) => isAbout(mail) || isToUser(mail));
  for (const { file } of forgotten) await rm(file, { force: true });
}

/** Lists the mail in a folder in the order in which it was written. */
async function listMail(folder: string): Promise<StoredMail[]> {
  const mails: StoredMail[] = [];
  const names = await readdir(folder);
  for (const name of names.toSorted()) {
    const file = join(folder, name);
    const message = await readFile(file, 'utf8').catch(() => '');
    mails.push({
      file,
      user_id: findHeader(message, 'X-User-Id'),
      template: findHeader(message, 'X-Template'),
      to: normalize(findHeader(message, 'To')),
      sentAt: Date.parse(findHeader(message, 'Date')),
    });
  }
  return mails;
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

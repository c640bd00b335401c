import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalService } from '#lib/local/service.ts';

/** A mail that a service sent. */
export interface ReceivedMail {
  subject: string;
  text: string;
  html: string;
  /** The address of the page that the mail leads to. */
  link: string;
  /** The whole file. */
  message: string;
}

type MailingService = Pick<LocalService, 'drainQueues' | 'mailFolder'>;

/** Waits until all mail is sent. Lists the mail to an address in the order of sending. */
export async function listMail(
  { drainQueues, mailFolder }: MailingService,
  to: string,
): Promise<ReceivedMail[]> {
  await drainQueues();
  const names = (await readdir(mailFolder)).filter((name) => name.endsWith('.eml'));
  const files = await Promise.all(
    names.map((name) => readMailFile(join(mailFolder, name))),
  );
  const received = files.filter(({ message }) => message.includes(`\nTo: ${to}\n`));
  received.sort((one, other) => Number(one.writtenAt - other.writtenAt));
  return received.map(({ message }) => parseMail(message));
}

interface MailFile {
  message: string;
  /** The time of its writing by the machine, because the service's clock may stop. */
  writtenAt: bigint;
}

/** The files by their paths. A file never changes, and most tests read those of all others. */
const mailFiles = new Map<string, MailFile>();

async function readMailFile(path: string): Promise<MailFile> {
  const known = mailFiles.get(path);
  if (known) return known;

  const { mtimeNs } = await stat(path, { bigint: true });
  const file = { message: await readFile(path, 'utf8'), writtenAt: mtimeNs };
  mailFiles.set(path, file);
  return file;
}

/** Returns the latest mail to an address. Throws if there is none. */
export async function getLatestMail(
  service: MailingService,
  to: string,
): Promise<ReceivedMail> {
  const mail = (await listMail(service, to)).at(-1);
  if (!mail) throw new Error(`No mail was sent to ${to}.`);
  return mail;
}

/**
 * Returns the mail to an address with this subject. Throws if there is none. Mails that were
 * requested shortly after each other may arrive in any order.
 */
export async function findMail(
  service: MailingService,
  to: string,
  subject: string,
): Promise<ReceivedMail> {
  const mails = await listMail(service, to);
  const mail = mails.find((candidate) => candidate.subject === subject);
  if (!mail) throw new Error(`No mail "${subject}" was sent to ${to}.`);
  return mail;
}

function parseMail(message: string): ReceivedMail {
  const [, text = '', html = ''] = message.split(/^Content-Type: text\/.*$/m);
  return {
    subject: /^Subject: (.*)$/m.exec(message)?.[1] ?? '',
    text,
    html,
    link: /^https?:\/\/\S+$/m.exec(text)?.[0] ?? '',
    message,
  };
}

import { findEnvironment } from '../runtime/environment.ts';
import type { SendMail } from './mail.ts';
import { createMailFolder } from './mail-folder.ts';
import { createSesMail } from './ses.ts';
import { createSmtpMail, type MailServer } from './smtp.ts';

/**
 * Returns the configured way to send mail from `MAIL_FROM`: by the server of the operator, into the
 * folder `MAIL_FOLDER`, or with Amazon SES. Returns undefined if `MAIL_FROM` is not set.
 */
export function findConfiguredMail(server: MailServer | undefined): SendMail | undefined {
  const from = findEnvironment('MAIL_FROM');
  const folder = findEnvironment('MAIL_FOLDER');
  if (from === undefined) return undefined;
  if (server) return createSmtpMail(server, from);
  return folder === undefined ? createSesMail(from) : createMailFolder(folder, from);
}

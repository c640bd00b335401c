import { findEnvironment } from '../runtime/environment.ts';
import type { SendMail } from './mail.ts';
import { createMailFolder } from './mail-folder.ts';
import { createSesMail } from './ses.ts';

/**
 * Returns the configured way to send mail from `MAIL_FROM`: into the folder `MAIL_FOLDER`, or with
 * Amazon SES in `MAIL_REGION`. Returns undefined if `MAIL_FROM` is not set.
 */
export function findConfiguredMail(): SendMail | undefined {
  const from = findEnvironment('MAIL_FROM');
  const folder = findEnvironment('MAIL_FOLDER');
  if (from === undefined) return undefined;
  if (folder !== undefined) return createMailFolder(folder, from);
  return createSesMail(from, findEnvironment('MAIL_REGION'));
}

import { findEnvironment } from '../runtime/environment.ts';
import type { SendMail } from './mail.ts';
import { createMailFolder } from './mail-folder.ts';

/**
 * Returns the configured way to send mail from `MAIL_FROM`: into the folder `MAIL_FOLDER`, or with
 * Amazon SES in `MAIL_REGION`. Returns undefined if `MAIL_FROM` is not set.
 */
export async function loadConfiguredMail(): Promise<SendMail | undefined> {
  const from = findEnvironment('MAIL_FROM');
  const folder = findEnvironment('MAIL_FOLDER');
  if (from === undefined) return undefined;
  if (folder !== undefined) return createMailFolder(folder, from);

  // Loaded only if needed: the SES client takes a while to load.
  const { createSesMail } = await import('./ses.ts');
  return createSesMail(from, findEnvironment('MAIL_REGION'));
}

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findEnvironment } from '../runtime/environment.ts';
import { toRecipient } from './recipient.ts';

/** Deletes the copies of all mail to these addresses. */
export type ForgetMail = (addresses: readonly string[]) => Promise<void>;

/**
 * Deletes the mail to these addresses from the folder `MAIL_FOLDER`. Without a folder, the service
 * keeps no copies: SES delivers the mail.
 */
export async function forgetConfiguredMail(addresses: readonly string[]): Promise<void> {
  const folder = findEnvironment('MAIL_FOLDER');
  if (folder === undefined) return;

  const forgotten = new Set(addresses.map(normalize));
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const message = await readFile(file, 'utf8').catch(() => '');
    const [, recipient = ''] = /^To: (.*)$/m.exec(message) ?? [];
    if (forgotten.has(normalize(recipient))) await rm(file, { force: true });
  }
}

/** Returns an address in the form of the header `To`, in lower case. */
function normalize(address: string): string {
  const recipient = toRecipient(address.trim()) ?? address;
  return recipient.toLowerCase();
}

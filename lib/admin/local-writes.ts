import { requestBackupNotice } from '#functions/account/mail-delivery/mail-test.store.ts';
import { setClient } from '#functions/connections/provider-credentials/client.store.ts';
import type { NewProviderClient } from '#functions/connections/provider-credentials/client.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { BackupState } from '../local/backup/watch-backups.ts';
import { openLocalTable } from './target.ts';

/** The environment variables with which the stores of a local service are used. */
type Environment = Readonly<Record<string, string>>;

/** Stores the client at a provider, as the command `provider set` does. */
export async function setLocalClient(
  environment: Environment,
  client: NewProviderClient,
): Promise<void> {
  const table = openLocalTable(environment);
  await setClient({ table, dataKeys: openDataKeys() }, client, new Date());
}

/** Requests the mail that tells the operator which backup failed, or which one was the last. */
export async function requestLocalNotice(
  environment: Environment,
  { last = '', failed }: BackupState,
): Promise<void> {
  const now = new Date();
  const table = openLocalTable(environment);
  const template = failed ? 'backup_failed' : 'backup_overdue';
  const reference = formatMinute(failed?.time ?? last);
  await requestBackupNotice(table, newId(now), { template, reference }, now);
}

/** Formats a time, e.g. `2026-11-27 03:15 UTC`. */
function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

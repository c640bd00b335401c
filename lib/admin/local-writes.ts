import { requestBackupNotice } from '#functions/account/mail-delivery/mail-test.store.ts';
import { setClient } from '#functions/connections/provider-credentials/client.store.ts';
import type { NewProviderClient } from '#functions/connections/provider-credentials/client.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
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

/** Requests the mail that tells the operator since when no backup has succeeded. */
export async function requestLocalNotice(
  environment: Environment,
  lastBackup: string,
): Promise<void> {
  const now = new Date();
  const table = openLocalTable(environment);
  await requestBackupNotice(table, newId(now), formatMinute(lastBackup), now);
}

/** Formats a time, e.g. `2026-11-27 03:15 UTC`. */
function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

import { newId } from '#shared/runtime/ids.ts';
import { createBackupCheck } from '../local/backup/watch-backups.ts';
import { runRepeatedly } from '../local/host/timers.ts';

const checkIntervalMs = 60 * 60 * 1000;

/** Tells the operator by the log and by mail if backups are no longer made, until disposal. */
export function watchBackups(
  folder: string,
  environment: Readonly<Record<string, string>>,
  log: (line: string) => void,
  disposables: AsyncDisposableStack,
): void {
  const check = createBackupCheck(folder, new Date(), async (lastBackup) => {
    log(`No backup has succeeded since ${lastBackup}. The log of the backups says why.`);
    const { openLocalTable } = await import('../admin/target.ts');
    const { requestBackupNotice } = await import(
      '#functions/account/mail-delivery/mail-test.store.ts'
    );
    const now = new Date();
    await requestBackupNotice(
      openLocalTable(environment),
      newId(now),
      formatMinute(lastBackup),
      now,
    );
  });
  const run = () => check(new Date());
  const onFailure = (error: unknown) => log(`The age of the last backup: ${error}`);
  runRepeatedly({ run, intervalMs: checkIntervalMs, onFailure }, disposables);
}

/** Formats a time, e.g. `2026-11-27 03:15 UTC`. */
function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

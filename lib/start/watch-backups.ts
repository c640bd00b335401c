import { createBackupCheck } from '../local/backup/watch-backups.ts';
import { runRepeatedly } from '../local/host/timers.ts';

const checkIntervalMs = 60 * 60 * 1000;

/** Tells the operator by the log and by mail if backups fail, or are not made, until disposal. */
export function watchBackups(
  folder: string,
  environment: Readonly<Record<string, string>>,
  log: (line: string) => void,
  disposables: AsyncDisposableStack,
): void {
  const check = createBackupCheck(folder, new Date(), async (problem, state) => {
    log(problem);
    const { requestLocalNotice } = await import('../admin/local-writes.ts');
    await requestLocalNotice(environment, state);
  });
  const run = () => check(new Date());
  const onFailure = (error: unknown) => log(`The age of the last backup: ${error}`);
  runRepeatedly({ run, intervalMs: checkIntervalMs, onFailure }, disposables);
}

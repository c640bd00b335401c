import { listStackFrames, log } from '#shared/runtime/log.ts';
import { type DueErasure, listDue } from './due-erasures.store.ts';
import { type ErasureDeps, runErasure } from './run-erasure.ts';

/**
 * Runs the erasures that are due, one after the other, and returns how many ran. A failure does not
 * stop the other erasures, and a failed erasure runs again when its claim has expired. Throws after
 * the last erasure if any has failed.
 */
export async function runDueErasures(deps: ErasureDeps): Promise<number> {
  const due = await listDue(deps.table, deps.now);
  let count = 0;
  let failures = 0;
  for (const erasure of due) {
    const result = await tryErasure(deps, erasure);
    if (result === 'failed') failures += 1;
    if (result === 'ran') count += 1;
  }
  if (failures > 0) throw new Error(`${failures} erasures have failed.`);
  return count;
}

async function tryErasure(
  deps: ErasureDeps,
  due: DueErasure,
): Promise<'ran' | 'skipped' | 'failed'> {
  try {
    return (await runErasure(deps, due)) ? 'ran' : 'skipped';
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    log({
      level: 'error',
      event: 'erasure_run_failed',
      user_id: due.user_id,
      error_name: error.name,
      error_stack: listStackFrames(error),
    });
    return 'failed';
  }
}

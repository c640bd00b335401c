import { vi } from 'vitest';
import { runErasure } from '#functions/account/erasure/run-erasures.ts';
import { openExportFiles } from '#functions/account/export/export-files.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { openOriginals, openVariants } from '#functions/main/image/image.store.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { table } from './fixtures.ts';

/** Opens the stores of the service under test, without a mail folder. */
export const openErasureStores = () => ({
  table: table(),
  originals: openOriginals(newMeter()),
  variants: openVariants(newMeter()),
  exportFiles: openExportFiles(newMeter()),
  importFiles: openImportFiles(newMeter()),
  mail: { forgetMail: async () => undefined },
});
export type ErasureStores = ReturnType<typeof openErasureStores>;

/** Returns the dependencies of an erasure that runs at `now`. */
export function toErasureDeps({ mail, ...stores }: ErasureStores, now: Date) {
  return { ...stores, ...mail, now };
}

/** Runs the erasure of a user at its next time. Returns that time, or undefined if it has ended. */
export async function runNextErasure(
  user_id: string,
  stores = openErasureStores(),
): Promise<Date | undefined> {
  const { collection_sk = '' } = (await erasures.find(table(), user_id)) ?? {};
  if (collection_sk === '') return undefined;
  using _auditEvents = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The sort key begins with the time of the next run.
  const at = new Date(collection_sk.slice(0, collection_sk.indexOf(' ')));
  await runErasure(toErasureDeps(stores, at), { user_id, collection_sk });
  return at;
}

/** Runs the scheduled erasure of a user until it ends. */
export async function runErasureToEnd(
  user_id: string,
  stores = openErasureStores(),
): Promise<void> {
  for (let run = 0; run < 10; run += 1)
    if ((await runNextErasure(user_id, stores)) === undefined) return;
  throw new Error('The erasure does not end.');
}

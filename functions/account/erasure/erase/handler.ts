import { openExportFiles } from '#functions/account/export/export-files.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { openOriginals, openVariants } from '#functions/main/image/image.store.ts';
import { forgetMailInFolder } from '#shared/mail/mail-folder.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { runDueErasures } from '../run-erasures.ts';
import definition from './function.ts';

export const handler = runScheduled(definition, (now) => {
  const meter = newMeter();
  return runDueErasures({
    table: openDeclaredTable(definition, meter),
    originals: openOriginals(meter),
    variants: openVariants(meter),
    exportFiles: openExportFiles(meter),
    importFiles: openImportFiles(meter),
    forgetMail: forgetMailInFolder,
    now,
  });
});

import { forgetMailInFolder } from '#shared/mail/forget-mail.ts';
import { openExportFiles } from '#shared/objects/export-files.ts';
import { openOriginals, openVariants } from '#shared/objects/image-buckets.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { openTable } from '#shared/table/table.ts';
import definition from './function.ts';
import { runDueErasures } from './run-due-erasures.ts';

export const handler = runScheduled(definition, (now) => {
  const meter = newMeter();
  return runDueErasures({
    table: openTable(meter),
    originals: openOriginals(meter),
    variants: openVariants(meter),
    exportFiles: openExportFiles(meter),
    forgetMail: forgetMailInFolder,
    now,
  });
});

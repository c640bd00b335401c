import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { openOriginals } from '#functions/main/image/image.store.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { openExportFiles, openExportUploads } from '../export-files.ts';
import consumer from './consumer.ts';
import { type ExportOutcome, runExport } from './run-export.ts';

/** The time that a run needs to end an archive, in ms. */
const endTimeMs = 60_000;

/**
 * The limits of an archive besides its time. Up to 4 GiB, an archive needs no ZIP64, which macOS
 * cannot open. Each file takes memory until the archive ends.
 */
const archiveLimits = { bytes: 4_000_000_000, files: 10_000 };

function logOutcome(user_id: string, ended: ExportOutcome): void {
  if (ended.outcome === 'done') audit('export_completed', { user_id });
  if (ended.outcome !== 'failed') return;
  audit('export_failed', { user_id, code: ended.failure });
}

export const handler = consumeQueue(consumer, async (message, context) => {
  const user_id = requireOwner(message);
  const meter = newMeter();
  const isTimeUp = () => context.getRemainingTimeInMillis() < endTimeMs;
  const ended = await runExport(
    {
      table: openDeclaredTable(consumer, meter),
      originals: openOriginals(meter),
      importFiles: openImportFiles(meter),
      exportFiles: openExportFiles(meter),
      uploads: openExportUploads(meter),
      limits: { ...archiveLimits, isTimeUp },
      getNow: () => new Date(),
    },
    user_id,
    message.continuation,
  );
  logOutcome(user_id, ended);
  // The other run may be interrupted, so the message must be delivered again.
  return ended.outcome === 'superseded' ? 'retry' : 'ack';
});

import { openExportFiles, openExportUploads } from '#shared/objects/export-files.ts';
import { openOriginals } from '#shared/objects/image-buckets.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';
import consumer from './consumer.ts';
import { partSize } from './part-size.ts';
import { type ExportOutcome, runExport } from './run-export.ts';

/** How long an invocation works before it leaves the rest to the next one, in milliseconds. */
const workTimeMs = 60_000;

function logOutcome(user_id: string, outcome: ExportOutcome): void {
  if (outcome.result === 'done') audit('export_completed', { user_id });
  if (outcome.result !== 'failed') return;
  audit('export_failed', { user_id, code: outcome.failure });
}

export const handler = consumeQueue(consumer, async (message) => {
  const user_id = requireOwner(message);
  const meter = newMeter();
  const startedAt = performance.now();
  const outcome = await runExport(
    {
      table: openTable(meter),
      originals: openOriginals(meter),
      exportFiles: openExportFiles(meter),
      uploads: openExportUploads(meter),
      partSize,
      getNow: () => new Date(),
      isOutOfTime: () => performance.now() - startedAt > workTimeMs,
    },
    user_id,
    message.continuation,
  );
  logOutcome(user_id, outcome);
  // The invocation that has the lease may crash, so the message must be delivered again.
  return outcome.result === 'busy' ? 'retry' : 'ack';
});

import { setTimeout as delay } from 'node:timers/promises';
import { openOriginals } from '#functions/main/image/image.store.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { log, newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { openImportFiles } from '../import-files.ts';
import consumer from './consumer.ts';
import { runExportImport } from './run-export-import.ts';

/** The time that a run needs to save what it has, in ms. */
const endTimeMs = 60_000;

export const handler = consumeQueue(consumer, async (message, context) => {
  const user_id = requireOwner(message);
  const meter = newMeter();
  const deps = {
    table: openDeclaredTable(consumer, meter),
    files: openImportFiles(meter),
    originals: openOriginals(meter),
    isTimeUp: () => context.getRemainingTimeInMillis() < endTimeMs,
    getNow: () => new Date(),
    pause: (ms: number) => delay(ms),
  };
  const { outcome } = await runExportImport(deps, user_id, message);
  const { summary: endpoint } = consumer;
  const readings = meter.readings();
  log({
    level: 'info',
    event: 'export_import',
    endpoint,
    user_id,
    code: outcome,
    ...readings,
  });
  return 'ack';
});

import { setTimeout as delay } from 'node:timers/promises';
import { consumeQueue } from '#shared/queue/consume.ts';
import { log, newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import * as jobs from '../file-import.store.ts';
import { isImporting } from '../file-import.ts';
import { openImportFiles } from '../import-files.ts';
import type { FetchedFiles } from '../pushed/fetched-files.ts';
import * as pushedFiles from '../pushed/pushed-file.store.ts';
import consumer from './consumer.ts';
import type { RunContext } from './import-listed.ts';
import * as runs from './import-run.store.ts';
import { runImport } from './run-import.ts';
import { storeFetched } from './store-fetched.ts';
import { storePushed } from './store-pushed.ts';

/** The time that a run needs to save what it has, in ms. */
const endTimeMs = 60_000;

export const handler = consumeQueue(consumer, async (message, context) => {
  const user_id = requireOwner(message);
  const meter = newMeter();
  const table = openDeclaredTable(consumer, meter);
  const files = openImportFiles(meter);
  const deps = {
    table,
    files,
    isTimeUp: () => context.getRemainingTimeInMillis() < endTimeMs,
    getNow: () => new Date(),
    pause: (ms: number) => delay(ms),
  };
  if ('reason' in message && message.reason === 'resumed') {
    await pushedFiles.requestQueued(table, user_id, new Date());
    const unfinished = (await jobs.list(table, user_id, new Date())).filter(isImporting);
    for (const job of unfinished) await runs.resumeJob(table, user_id, job);
    return 'ack';
  }

  const outcome =
    'reason' in message
      ? await readTaken(deps, user_id, message)
      : (await runImport(deps, user_id, message)).outcome;
  const { summary: endpoint } = consumer;
  const readings = meter.readings();
  log({
    level: 'info',
    event: 'file_import',
    endpoint,
    user_id,
    code: outcome,
    ...readings,
  });
  return 'ack';
});

/** Reads what an inbox has taken, or a sync has fetched. */
function readTaken(
  deps: RunContext,
  user_id: string,
  { id, remote_connection_id }: TakenMessage,
) {
  return remote_connection_id === undefined
    ? storePushed(deps, user_id, { id })
    : storeFetched(deps, user_id, { id, remote_connection_id });
}

type TakenMessage = Pick<FetchedFiles, 'id'> &
  Partial<Pick<FetchedFiles, 'remote_connection_id'>>;

import {
  type SyncRequest,
  toCleanup,
} from '#functions/connections/connection/sync-request.store.ts';
import { createProviderCall } from '#functions/connections/providers/find-provider.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { log, type MeterReadings, newMeter, writeLogLine } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import consumer from './consumer.ts';
import { mustWait, resumeSyncs } from './restriction.ts';
import { expireRestricted, runSync, type SyncOutcome } from './run-sync.ts';
import { cleanUp, mergeAgain } from './settle-entries.ts';

export const handler = consumeQueue(consumer, async (request, context) => {
  const user_id = requireOwner(request);
  const meter = newMeter();
  const table = openDeclaredTable(consumer, meter);
  if (request.reason === 'disconnected') {
    const { refused, after } = await cleanUp(table, user_id, request, () =>
      context.getRemainingTimeInMillis(),
    );
    if (after !== undefined) {
      const { id, reason, remote_connection_type, deletes_entries } = request;
      const cleanup = { id, reason, remote_connection_type, deletes_entries };
      const rest = toCleanup(user_id, { ...cleanup, after }, new Date());
      await table.put(rest, {});
      return 'ack';
    }
    if (refused === 0) return 'ack';
    logRefusedCleanup({ user_id, remote_connection_id: request.id }, refused);
    return 'retry';
  }
  if (request.reason === 'priorities_changed') {
    await mergeAgain(table, user_id, new Date());
    return 'ack';
  }
  if (request.reason === 'resumed') {
    const isDone = await resumeSyncs(table, user_id, new Date());
    return isDone ? 'ack' : 'retry';
  }

  const dataKeys = openDataKeys();
  const deps = {
    table,
    dataKeys,
    files: openImportFiles(meter),
    getSend: createProviderCall,
    getNow: () => new Date(),
    mainUrl: requireEnvironment(baseUrlVariables.main),
  };
  const isWaiting = await mustWait(table, user_id, request);
  const ended = isWaiting
    ? await expireRestricted(deps, user_id, request)
    : await runSync(deps, user_id, request);
  logSync({ user_id, ...request }, ended, meter.readings());
  return mustRepeat(ended) ? 'retry' : 'ack';
});

/** Returns whether the queue must deliver a request again, because no planned sync covers it. */
function mustRepeat(ended: SyncOutcome): boolean {
  if (ended.outcome === 'failed') return !ended.isPlanned;
  return ended.outcome === 'busy' || ended.outcome === 'lease_lost';
}

type OwnedRequest = Pick<SyncRequest, 'remote_connection_id'> & { user_id: string };

/** Logs the outcome of a sync and how many entries it changed, but nothing the provider sent. */
function logSync(
  { user_id, remote_connection_id }: OwnedRequest,
  ended: SyncOutcome,
  readings: MeterReadings,
): void {
  const isFailed = ended.outcome === 'failed';
  const report = ended.outcome === 'synchronized' ? ended.report : undefined;
  // Written at every LOG_LEVEL, because the metrics by provider are read from it.
  writeLogLine({
    level: isFailed ? 'warn' : 'info',
    event: isFailed ? 'sync_failed' : 'sync',
    endpoint: consumer.summary,
    user_id,
    remote_connection_id,
    provider: 'type' in ended ? ended.type : undefined,
    code: isFailed ? ended.failure.kind : ended.outcome,
    ...('counts' in ended ? ended.counts : {}),
    delay_s: report?.delay_s,
    ...readings,
  });
}

/**
 * Logs how many entries of a removed connection stay, because an item would be too large. The queue
 * delivers the request again, and then keeps it as a dead letter.
 */
function logRefusedCleanup(ids: OwnedRequest, refused: number): void {
  const code = 'item_too_large';
  const endpoint = consumer.summary;
  log({ level: 'warn', event: 'clean_up_failed', endpoint, ...ids, code, refused });
}

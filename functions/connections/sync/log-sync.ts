import type { SyncRequest } from '#functions/connections/connection/sync-request.ts';
import type { Consumer } from '#shared/contract/function.ts';
import { log, type MeterReadings, writeLogLine } from '#shared/runtime/log.ts';
import type { SyncOutcome } from './run-sync.ts';

/** A request with its owner. */
type OwnedRequest = Pick<SyncRequest, 'remote_connection_id'> & { user_id: string };

/** Logs the result of a sync and how many entries it changed, but nothing the provider sent. */
export function logSync(
  { summary }: Pick<Consumer, 'summary'>,
  { user_id, remote_connection_id }: OwnedRequest,
  outcome: SyncOutcome,
  readings: MeterReadings,
): void {
  const isFailed = outcome.result === 'failed';
  const report = outcome.result === 'synchronized' ? outcome.report : undefined;
  // Written at every LOG_LEVEL, because the metrics by provider are read from it.
  writeLogLine({
    level: isFailed ? 'warn' : 'info',
    event: isFailed ? 'sync_failed' : 'sync',
    endpoint: summary,
    user_id,
    remote_connection_id,
    provider: 'type' in outcome ? outcome.type : undefined,
    code: isFailed ? outcome.failure.kind : outcome.result,
    ...('counts' in outcome ? outcome.counts : {}),
    delay_s: report?.delay_s,
    ...readings,
  });
}

/**
 * Logs how many entries of a removed connection stay, because an item would be too large. The queue
 * delivers the request again, and then keeps it as a dead letter.
 */
export function logRefusedCleanup(
  { summary }: Pick<Consumer, 'summary'>,
  ids: OwnedRequest,
  refused: number,
): void {
  const code = 'item_too_large';
  log({
    level: 'warn',
    event: 'clean_up_failed',
    endpoint: summary,
    ...ids,
    code,
    refused,
  });
}

import type { Consumer } from '#shared/contract/consumer.ts';
import type { SyncRequest } from '#shared/remote-connection/sync-request.ts';
import { log } from '#shared/runtime/log.ts';
import type { SyncOutcome } from './run-sync.ts';

/** A request with its owner. */
type OwnedRequest = Pick<SyncRequest, 'remote_connection_id'> & { user_id: string };

/** Logs a sync: its result, and how many entries it changed. Never what the provider sent. */
export function logSync(
  { summary }: Pick<Consumer, 'summary'>,
  { user_id, remote_connection_id }: OwnedRequest,
  outcome: SyncOutcome,
): void {
  const isFailed = outcome.result === 'failed';
  const counts = outcome.result === 'synchronized' ? outcome.report.counts : {};
  log({
    level: isFailed ? 'warn' : 'info',
    event: isFailed ? 'sync_failed' : 'sync',
    endpoint: summary,
    user_id,
    remote_connection_id,
    provider: 'type' in outcome ? outcome.type : undefined,
    code: isFailed ? outcome.failure.kind : outcome.result,
    ...counts,
  });
}

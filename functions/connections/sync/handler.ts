import { createProviderCall } from '#functions/connections/providers/find-provider.ts';
import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';
import { cleanUp } from './clean-up.store.ts';
import consumer from './consumer.ts';
import { logRefusedCleanup, logSync } from './log-sync.ts';
import { mergeAgain } from './merge-again.store.ts';
import { runSync, type SyncOutcome } from './run-sync.ts';

export const handler = consumeQueue(consumer, async (request) => {
  const user_id = requireOwner(request);
  const meter = newMeter();
  const table = openTable(meter);
  if (request.reason === 'disconnected') {
    const refused = await cleanUp(table, user_id, request);
    if (refused === 0) return 'ack';
    logRefusedCleanup(consumer, { user_id, remote_connection_id: request.id }, refused);
    return 'retry';
  }
  if (request.reason === 'priorities_changed') {
    await mergeAgain(table, user_id, new Date());
    return 'ack';
  }

  const dataKeys = getDataKeys();
  const deps = {
    table,
    dataKeys,
    getSend: createProviderCall,
    getNow: () => new Date(),
    mainUrl: requireEnvironment(baseUrlVariables.main),
  };
  const outcome = await runSync(deps, user_id, request);
  logSync(consumer, { user_id, ...request }, outcome, meter.readings());
  return mustRepeat(outcome) ? 'retry' : 'ack';
});

/** Returns whether the queue must deliver a request again, because no planned sync covers it. */
function mustRepeat(outcome: SyncOutcome): boolean {
  if (outcome.result === 'failed') return !outcome.isPlanned;
  return outcome.result === 'busy' || outcome.result === 'lease_lost';
}

import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import { createProviderCall } from '#shared/providers/providers.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import type { SyncRequest } from '#shared/remote-connection/sync-request.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';
import consumer from './consumer.ts';
import { logSync } from './log-sync.ts';
import { runSync } from './run-sync.ts';

/** Kept, so that later invocations reuse its connection. */
let dataKeys: DataKeyProvider | undefined;

export const handler = consumeQueue<SyncRequest>(consumer, async (request) => {
  dataKeys ??= await openDataKeys();
  const user_id = requireOwner(request);
  const deps = {
    table: openTable(newMeter()),
    dataKeys,
    getSend: createProviderCall,
    getNow: () => new Date(),
  };
  const outcome = await runSync(deps, user_id, request);
  logSync(consumer, { user_id, ...request }, outcome);
  return outcome.result === 'busy' ? 'retry' : 'ack';
});

import { serve } from '#shared/http/serve.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { stripNulls } from '#shared/runtime/compact.ts';
import { openTable } from '#shared/table/table.ts';
import { listCapacityFailures } from '../day-update.ts';
import { present } from '../entry.ts';
import * as batches from './batch.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, header, table, version, now, fail }) => {
    const key = readIdempotencyKey(header, fail);
    const items = stripNulls(body.items);
    const request = { ...caller, resource: 'diary', key };
    const claim = await idempotency.claimId(table, request, items, now);
    if (!claim) throw fail('idempotency_key_reused');

    const batch = batches.buildBatch(claim.id, items);
    const diary = { table, user_id: caller.user_id };
    const exceeded = await batches.create(diary, batch);
    if (exceeded.length > 0) {
      throw fail('validation_failed', {
        failures: listCapacityFailures({ ...batch, hasKey: key !== undefined }, exceeded),
      });
    }

    const [first] = batch.entries;
    return {
      status: 201,
      headers: {
        Location: `/${version}/diary/${first.id}`,
        ...getReplayHeaders(claim.isReplayed),
      },
      body: { items: batch.entries.map(present) },
    };
  },
);

import { serve } from '#shared/http/serve.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import * as batches from '../batch.store.ts';
import { noRoomFor } from '../capacity.ts';
import { present } from '../entry.ts';
import * as idempotency from '../idempotency.store.ts';
import { given } from '../strip-nulls.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, header, table, version, now, fail }) => {
    const [key, ...more] = header('idempotency-key');
    if (key !== undefined && (more.length > 0 || key.length < 1 || key.length > 255)) {
      throw fail('malformed_header', {
        name: 'Idempotency-Key',
        reason: 'must be sent once, with 1 to 255 characters',
      });
    }
    const items = given(body.items);
    const id =
      key === undefined ? newId(now) : await idempotency.claim(table, caller, key, items, now);
    if (id === undefined) throw fail('idempotency_key_reused');
    const batch = batches.batchOf(id, items, key !== undefined);
    const full = await batches.create(table, caller.user_id, batch, now);
    if (full.length > 0) throw fail('validation_failed', { failures: noRoomFor(batch, full) });
    const [first] = batch.entries;
    return {
      status: 201,
      headers: { Location: `/${version}/diary/${first.id}` },
      body: { items: batch.entries.map(present) },
    };
  },
);

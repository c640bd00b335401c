import { serve } from '#shared/http/serve.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import { listCapacityFailures } from '../capacity.ts';
import { present } from '../entry.ts';
import * as batches from '../storage/batch.store.ts';
import { buildBatch } from '../storage/batch.ts';
import * as idempotency from '../storage/idempotency.store.ts';
import { stripNulls } from '../strip-nulls.ts';
import endpoint from './endpoint.ts';

/** Returns whether an idempotency key has 1 to 255 characters (decision Y4). */
function isValidKey({ length }: string): boolean {
  return length >= 1 && length <= 255;
}

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, header, table, version, now, fail }) => {
    const keys = header('idempotency-key');
    if (keys.length > 1 || !keys.every(isValidKey)) {
      throw fail('malformed_header', {
        name: 'Idempotency-Key',
        reason: 'must be a single value of 1 to 255 characters',
      });
    }

    const [key] = keys;
    const items = stripNulls(body.items);
    const id =
      key === undefined
        ? newId(now)
        : await idempotency.claim(table, { ...caller, key }, items, now);
    if (id === undefined) throw fail('idempotency_key_reused');

    const batch = buildBatch(id, items, key !== undefined);
    const diary = { table, user_id: caller.user_id };
    const exceeded = await batches.create(diary, batch, now);
    if (exceeded.length > 0) {
      throw fail('validation_failed', {
        failures: listCapacityFailures(batch, exceeded),
      });
    }

    const [first] = batch.entries;
    return {
      status: 201,
      headers: { Location: `/${version}/diary/${first.id}` },
      body: { items: batch.entries.map(present) },
    };
  },
);

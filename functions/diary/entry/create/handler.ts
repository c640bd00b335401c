import { serve } from '../../../../shared/http/serve.ts';
import { newId } from '../../../../shared/runtime/ids.ts';
import * as batches from '../batch.store.ts';
import { present } from '../entry.ts';
import { given } from '../given.ts';
import * as idempotency from '../idempotency.store.ts';
import * as places from '../place.store.ts';
import { noRoomOn } from '../room.ts';
import endpoint from './endpoint.ts';

/** What a client is told whose entries had no room: a repeat with other entries would be refused for its key. */
const isSpent = 'must be another one when other entries are sent: this one stands for these';

export const handler = serve(endpoint, async ({ caller, body, header, table, version, now, fail }) => {
  const [key, ...more] = header('idempotency-key');
  if (key !== undefined && (more.length > 0 || key.length < 1 || key.length > 255)) {
    throw fail('malformed_header', {
      name: 'Idempotency-Key',
      reason: 'must be sent once, with 1 to 255 characters',
    });
  }
  const items = given(body.items);
  const id = key === undefined ? newId(now) : await idempotency.claim(table, caller, key, items, now);
  if (id === undefined) throw fail('key_reused');
  const batch = batches.batchOf(id, items, key !== undefined);
  const create = () => batches.create(table, caller.user_id, batch);
  let full = await create();
  if (await places.reclaim(table, caller.user_id, full, now)) full = await create();
  if (full.length > 0) {
    const failures = items.flatMap((item, i) =>
      full.filter(({ date }) => date === item.date).map((day) => [`items.${i}.date`, [noRoomOn(day)]]),
    );
    throw fail('invalid', {
      failures: {
        ...Object.fromEntries(failures),
        ...(key !== undefined && { 'Idempotency-Key': [isSpent] }),
      },
    });
  }
  const [first] = batch.entries;
  return {
    status: 201,
    headers: { Location: `/${version}/diary/${first.id}` },
    body: { items: batch.entries.map(present) },
  };
});

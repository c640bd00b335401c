import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { openTableFor } from '#shared/table/table.ts';
import { parseEntryId } from '../day-item.ts';
import { buildCapacityMessage, buildShortenMessage } from '../day-update.ts';
import { type Entry, present } from '../entry.ts';
import { toEntryUpdate } from '../entry-update.ts';
import { heartRateConflict } from '../exercise.ts';
import { toVisible } from '../visibility.ts';
import { changeSource } from './change-source.ts';
import endpoint from './endpoint.ts';
import { update } from './update.store.ts';

export const handler = serve(
  endpoint,
  { table: openTableFor(endpoint) },
  async ({ caller: { user_id, hidden_types }, params, body, table, fail }) => {
    const requested = { kind: 'diary entry', id: params.id };
    const address = requireFound(parseEntryId(params.id), requested, fail);
    const diary = { table, user_id, hidden_types };
    const toShown = (entry: Entry | undefined) => entry && toVisible(entry, hidden_types);
    if (body.source) {
      const change = await changeSource(diary, address, body.source);
      const { failures } = change;
      if (failures) throw fail('validation_failed', { failures });
      const changed = requireFound(toShown(change.entry), requested, fail);
      return { status: 200, body: present(changed) };
    }

    const result = await update(diary, address, toEntryUpdate(body));
    const { entry, exceeded, hasHeartRateConflict } = result;
    if (hasHeartRateConflict) {
      const failures = { max_heart_rate: [heartRateConflict.message] };
      throw fail('validation_failed', { failures });
    }
    if (exceeded) {
      const isTargetDay = exceeded.date === body.date;
      const failures = isTargetDay
        ? { date: [buildCapacityMessage(exceeded)] }
        : { __all__: [buildShortenMessage(exceeded)] };
      throw fail('validation_failed', { failures });
    }

    const updated = requireFound(toShown(entry), requested, fail);
    return { status: 200, body: present(updated) };
  },
);

import { estimateWritten } from '#functions/diary/measurement/estimated-energy.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { present } from '../present-entry.ts';
import { createEntries } from './create-entries.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, body, header, table, version, now, fail } = request;
  const { items } = body;
  const key = readIdempotencyKey(header, fail);
  const created = await createEntries(table, caller, { items, key, now });
  if (created.outcome === 'key_reused') throw fail('idempotency_key_reused');
  if (created.outcome === 'refused') {
    throw fail('validation_failed', { failures: created.failures });
  }
  const { entries } = created.batch;
  const shown = await estimateWritten({ table, ...caller }, entries);
  return {
    status: 201,
    headers: {
      Location: `/${version}/diary/${entries[0].id}`,
      ...getReplayHeaders(created.isReplayed),
    },
    body: { items: shown.map(present) },
  };
});

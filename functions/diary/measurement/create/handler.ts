import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import * as measurements from '../measurement.store.ts';
import { toOrigin } from '../measurement.ts';
import { presentStored } from '../present-measurement.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, body, table, fail } = request;
  const stored = await measurements.store(table, caller.user_id, {
    source: toOrigin(caller),
    sent: body.items,
  });
  if (!stored) throw fail('consent_required');
  return { status: 200, body: presentStored(stored) };
});

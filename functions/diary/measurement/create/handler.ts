import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import * as measurements from '../measurement.store.ts';
import { formatMeasurementId, toOrigin } from '../measurement.ts';
import type { MeasurementOutcome } from '../measurement-month.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, body, table, fail } = request;
  const stored = await measurements.store(table, caller.user_id, {
    source: toOrigin(caller),
    sent: body.items,
  });
  if (!stored) throw fail('consent_required');
  const count = (wanted: MeasurementOutcome) =>
    stored.filter(({ outcome }) => outcome === wanted).length;
  return {
    status: 200,
    body: {
      stored: count('stored'),
      unchanged: count('unchanged'),
      ignored: count('ignored'),
      items: stored.map(({ place, outcome }) => ({
        id: formatMeasurementId(place),
        outcome,
      })),
    },
  };
});

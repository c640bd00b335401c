import { isPersonalClient } from '#shared/auth/principal.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { parseMeasurementId, toOrigin } from '../measurement.ts';
import { deleteOne } from '../measurement-deletion.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, now, fail } = request;
  const place = parseMeasurementId(params.id);
  const isDeleted =
    place &&
    (await deleteOne(
      { table, ...caller },
      {
        place,
        by: toOrigin(caller),
        mayDeleteAny: isPersonalClient(caller.client_id),
        now,
      },
    ));
  requireFound(isDeleted, { kind: 'measurement', id: params.id }, fail);
  return { status: 204 };
});

import { coversScope } from '#shared/contract/scopes.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { requireScope } from '#shared/http/request.ts';
import { serve } from '#shared/http/serve.ts';
import * as jobs from '../file-import.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const { id } = params;
  const mayMeasure = coversScope(caller.scope, 'measurements.write');
  const outcome = await jobs.requestUndo(table, caller.user_id, id, mayMeasure);
  requireFound(outcome !== 'missing', { kind: 'import', id }, fail);
  if (outcome === 'measured') requireScope('measurements.write', caller);
  return { status: 204 };
});

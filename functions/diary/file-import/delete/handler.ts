import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as jobs from '../file-import.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const { id } = params;
  const isRequested = await jobs.requestUndo(table, caller.user_id, id);
  requireFound(isRequested, { kind: 'import', id }, fail);
  return { status: 204 };
});

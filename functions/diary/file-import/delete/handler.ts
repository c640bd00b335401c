import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { requireScope } from '#shared/http/request.ts';
import { serve } from '#shared/http/serve.ts';
import * as jobs from '../file-import.store.ts';
import { listImportRights } from '../file-import.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const { id } = params;
  const rights = listImportRights(caller.scope);
  const outcome = await jobs.requestUndo(table, caller.user_id, id, rights);
  const scope = requireFound(outcome, { kind: 'import', id }, fail);
  if (scope !== 'none') requireScope(scope, caller);
  return { status: 204 };
});

import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { deleteImage } from '../deleted-image.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, now, fail } = request;
  const { user_id, client_id } = caller;
  const { id } = params;
  const isDeleted = await deleteImage(table, { user_id, id, client_id }, now);
  requireFound(isDeleted, { kind: 'image', id }, fail);
  return { status: 204 };
});

import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';
import { present } from '../activity-type.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async (request) => {
  const { params, links, baseUrls, fail } = request;
  const type = requireFound(
    findActivityType(params.id),
    { kind: 'activity type', id: params.id },
    fail,
  );
  return { status: 200, body: present(type, links, baseUrls.cdn) };
});

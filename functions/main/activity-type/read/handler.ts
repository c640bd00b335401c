import { serve } from '#shared/http/serve.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';
import { present } from '../activity-type.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(defineEndpoint, {}, async ({ params, links, addresses, fail }) => {
  const type = findActivityType(params.id);
  if (!type) throw fail('not_found', { kind: 'activity type', id: params.id });
  return { status: 200, body: present(type, links, addresses.cdn) };
});

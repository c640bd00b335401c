import { paginate } from '#shared/hal/paging.ts';
import { serve } from '#shared/http/serve.ts';
import { currentTypes } from '#shared/reference-data/remote-connection-types.ts';
import { present } from '../remote-connection-type.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(defineEndpoint, {}, async ({ query, links }) => {
  const { items, frame } = paginate(currentTypes, query, links, 'remoteconnectiontype');
  const remoteconnectiontypes = items.map((type) => present(type, links));
  return { status: 200, body: { ...frame, _embedded: { remoteconnectiontypes } } };
});

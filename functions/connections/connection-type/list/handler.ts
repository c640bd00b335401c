import { presentPage } from '#shared/hal/paging.ts';
import { createNameCheck } from '#shared/http/name-check.ts';
import { serve } from '#shared/http/serve.ts';
import { listConnectionTypes } from '#shared/reference-data/connection-types.ts';
import { present } from '../remote-connection-type.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { names: createNameCheck },
  async ({ query, links }) => {
    const body = presentPage(listConnectionTypes(), query, links, {
      resource: 'remoteconnectiontype',
      name: 'remoteconnectiontypes',
      present: (type) => present(type, links),
    });
    return { status: 200, body };
  },
);

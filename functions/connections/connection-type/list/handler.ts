import { presentPage } from '#shared/hal/paging.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { listConnectionTypes } from '#shared/reference-data/connection-types.ts';
import { openTable } from '#shared/table/table.ts';
import { present } from '../remote-connection-type.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ query, links }) => {
    const body = presentPage(listConnectionTypes(), query, links, {
      resource: 'remoteconnectiontype',
      name: 'remoteconnectiontypes',
      present: (type) => present(type, links),
    });
    return { status: 200, body };
  },
);

import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { findConnectionType } from '#shared/reference-data/connection-types.ts';
import { openTable } from '#shared/table/table.ts';
import { present } from '../remote-connection-type.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ params, links, fail }) => {
    const type = requireFound(
      findConnectionType(params.id),
      { kind: 'remote connection type', id: params.id },
      fail,
    );
    return { status: 200, body: present(type, links) };
  },
);

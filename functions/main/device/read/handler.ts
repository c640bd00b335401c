import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as devices from '../device.store.ts';
import { present } from '../device.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, params, table, links, fail }) => {
    const device = requireFound(
      await devices.find(table, caller, params.id),
      { kind: 'device', id: params.id },
      fail,
    );
    return { status: 200, body: present(device, links) };
  },
);

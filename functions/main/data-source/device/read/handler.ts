import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as devices from '../device.store.ts';
import { present } from '../device.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ params, table, links, fail }) => {
    const device = await devices.find(table, params.id);
    if (!device) throw fail('not_found', { kind: 'device', id: params.id });
    return { status: 200, body: present(device, links) };
  },
);

import { serve } from '#shared/http/serve.ts';
import * as devices from '../device.store.ts';
import { present } from '../device.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async ({ params, table, links, fail }) => {
  const device = await devices.find(table, params.id);
  if (!device) throw fail('not_found', { kind: 'device', id: params.id });
  return { status: 200, body: present(device, links) };
});

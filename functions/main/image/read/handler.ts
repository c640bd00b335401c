import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as images from '../image.store.ts';
import { present } from '../image.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ params, table, links, addresses, scheme, fail }) => {
    const image = await images.find(table, params.id);
    if (!image) throw fail('not_found', { kind: 'image', id: params.id });
    return { status: 200, body: present(image.id, links, addresses.cdn, scheme) };
  },
);

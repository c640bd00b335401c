import { serve } from '#shared/http/serve.ts';
import * as images from '../image.store.ts';
import { present } from '../image.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  async ({ params, table, links, addresses, scheme, fail }) => {
    const image = await images.find(table, params.id);
    if (!image) throw fail('not_found', { kind: 'image', id: params.id });
    return { status: 200, body: present(image.id, links, addresses.cdn, scheme) };
  },
);

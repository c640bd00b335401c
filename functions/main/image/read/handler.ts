import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as images from '../image.store.ts';
import { present } from '../image.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ params, table, links, baseUrls, scheme, fail }) => {
    const image = requireFound(
      await images.find(table, params.id),
      { kind: 'image', id: params.id },
      fail,
    );
    return { status: 200, body: present(image.id, links, baseUrls.cdn, scheme) };
  },
);

import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import { openOriginals } from '#shared/objects/image-buckets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import * as images from '../image.store.ts';
import { type Image, present } from '../image.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { multipart: readMultipart, objects: openOriginals, table: openTable },
  async ({
    caller,
    body: { data, image: imageFile },
    objects,
    table,
    links,
    addresses,
    scheme,
    now,
  }) => {
    const { type, width, height, bytes } = imageFile;
    const image: Image = {
      ...data,
      id: newId(now),
      user_id: caller.user_id,
      type,
      width,
      height,
      bytes: bytes.length,
      created_datetime: now.toISOString(),
    };
    await images.storeOriginal(objects, image.id, imageFile);
    await images.create(table, image);
    return withLocation(201, present(image.id, links, addresses.cdn, scheme));
  },
);

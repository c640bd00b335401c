import { toDigest } from '#shared/auth/secrets.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { openOriginals } from '#shared/objects/image-buckets.ts';
import { openTable } from '#shared/table/table.ts';
import * as images from '../image.store.ts';
import { type Image, present } from '../image.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { multipart: readMultipart, originals: openOriginals, table: openTable },
  async ({
    caller,
    body: { data, image: imageFile },
    header,
    originals,
    table,
    links,
    baseUrls,
    scheme,
    now,
    fail,
  }) => {
    const key = readIdempotencyKey(header, fail);
    const { type, width, height, bytes } = imageFile;
    const request = { ...caller, resource: 'image', key };
    // Only a request with a key is compared with an earlier request.
    const comparedBody = { data, image: key && toDigest(bytes) };
    const claim = await idempotency.claimId(table, request, comparedBody, now);
    if (!claim) throw fail('idempotency_key_reused');

    const image: Image = {
      ...data,
      id: claim.id,
      user_id: caller.user_id,
      type,
      width,
      height,
      bytes: bytes.length,
      created_datetime: now.toISOString(),
    };
    await images.create({ table, originals }, image, imageFile);
    const body = present(image.id, links, baseUrls.cdn, scheme);
    return withLocation(201, body, getReplayHeaders(claim.isReplayed));
  },
);

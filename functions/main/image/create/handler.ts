import { toDigest } from '#shared/auth/secrets.ts';
import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { withLocation } from '#shared/http/handler.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { countSecondsToNextDay } from '#shared/runtime/time.ts';
import * as images from '../image.store.ts';
import { openOriginals } from '../image.store.ts';
import { type Image, present } from '../image.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    ...apiDependencies,
    multipart: readMultipart,
    originals: openOriginals,
  },
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
    // Only a request with a key is compared with an earlier request.
    const comparedBody = { data, image: key && toDigest(bytes) };
    const request = { ...caller, resource: 'image', key, body: comparedBody, now };
    const image: Omit<Image, 'id'> = {
      ...data,
      user_id: caller.user_id,
      client_id: caller.client_id,
      type,
      width,
      height,
      bytes: bytes.length,
      created_datetime: now.toISOString(),
    };
    const creation = await idempotency.createOnce(table, request, (id: string) =>
      images.toImageCreation({ ...image, id }, now),
    );
    if (creation.outcome === 'key_reused') throw fail('idempotency_key_reused');
    if (creation.outcome === 'refused') {
      const seconds = countSecondsToNextDay(now);
      throw withRetryAfter(fail('too_many_images', { seconds }), seconds);
    }

    // A retry stores the file again, because the first request may have ended before. If the image
    // was deleted since, nothing is stored.
    const isReplayed = creation.outcome === 'replayed';
    const isThere = !isReplayed || (await images.find(table, creation.id)) !== undefined;
    if (isThere) await images.storeFile(originals, creation.id, imageFile);
    const body = present(creation.id, links, baseUrls.cdn, scheme);
    return withLocation(201, body, getReplayHeaders(isReplayed));
  },
);

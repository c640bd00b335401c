import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import {
  ImageRepresentation,
  ImageUpload,
  imageLimits,
  maxImagesPerDay,
} from '../image.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/image/',
  hasCollection: false,
  operationId: 'createImage',
  summary: 'Upload an image',
  description:
    'A multipart form with exactly two parts: `data`, with the owner of the image, and `image`, ' +
    'a JPEG, PNG, WebP or GIF file of at most 4 MB and 65 megapixels. An animation has at most ' +
    '1000 frames, and 25 megapixels in all frames together. The format is detected from the ' +
    'first bytes; the declared media type is ignored. The image is served rotated upright and ' +
    'without metadata. The owner is an object of another system, which this service does not ' +
    'have: its path is stored and never fetched. ' +
    `A user can upload ${maxImagesPerDay} images in a day (UTC).`,
  auth: 'user',
  scope: 'images.write',
  request: {
    headers: idempotencyKeyHeader,
    multipart: {
      data: { json: ImageUpload },
      image: {
        imageFile: imageLimits,
      },
    },
  },
  responses: {
    201: {
      description: 'The new image.',
      body: ImageRepresentation,
      headers: ['Location'],
    },
  },
  errors: ['malformed_header', 'idempotency_key_reused', 'too_many_images'],
  stores: { table: ['get', 'put', 'update', 'transact'], originals: ['put'] },
  storeCalls: {
    max: 3,
    reason:
      'the image file is an object, which is stored after the item that leads to it; one ' +
      'transaction stores the item, counts it, and stores the Idempotency-Key if there is one; ' +
      'a retry reads whether the image was deleted since',
  },
  baseUrls: ['cdn'],
  memory: 1024,
  timeout: 20,
  examples: [
    {
      summary: 'The cover photo of a page',
      body: {
        data: { href: '/v7.1/page/1337', rel: 'cover_photo', index: 0 },
        image: 'image.jpg',
      },
      status: 201,
    },
  ],
});

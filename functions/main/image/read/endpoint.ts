import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { ImageRepresentation } from '../image.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/image/{id}/',
  hasCollection: false,
  operationId: 'getImage',
  summary: 'Get an image',
  description:
    '`uri` is the image at its original size. `template` is a URL with placeholders for width ' +
    'and height, from 1 to 4096 pixels. The image is scaled down to fit that box, keeps its ' +
    'aspect ratio and is never enlarged. One placeholder may be left empty.',
  auth: 'client',
  scope: 'any',
  responses: { 200: { description: 'The image.', body: ImageRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  baseUrls: ['cdn'],
});

import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { ImageRepresentation } from '../image.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/image/{id}/',
  hasCollection: false,
  summary: 'Read an image',
  description:
    '`uri` leads to the picture at its own size. `template` is the same with two slots, which a client fills with ' +
    'whole numbers from 1 to 4096: the picture is fitted into that box with its proportions kept, and never enlarged. ' +
    'One slot may be left empty.',
  auth: 'client',
  responses: { 200: { description: 'The image.', body: ImageRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  addresses: ['cdn'],
});

import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/image/{id}/',
  hasCollection: false,
  operationId: 'deleteImage',
  summary: 'Delete an image',
  description:
    'Deletes an image that the same application has uploaded for the user. All scripts of a user ' +
    'count as one application. Any other image is 404, as if it did not exist: one of another ' +
    'user or application, and one that was uploaded before release 0.7.0. Users delete any ' +
    'of their images on their account page. Repeating the request returns 404.',
  auth: 'user',
  scope: 'images.write',
  responses: {
    204: {
      description:
        'The image is deleted. Its file and all its sizes are deleted in the background, usually ' +
        'within seconds. Copies in the CDN are served for up to a day. Browsers that have shown ' +
        'the image can keep a copy for up to a year.',
    },
  },
  errors: ['not_found'],
  stores: { table: ['put', 'delete', 'transact'] },
});

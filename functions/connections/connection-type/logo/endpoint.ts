import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnectiontype/{id}/logo/',
  summary: 'Get the logo of a remote connection type',
  description:
    'A neutral logo with the initials of the name. It needs no token, so web pages can show it.',
  auth: 'public',
  responses: {
    200: { description: 'The logo, as SVG.', body: 'image/svg+xml' },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 86_400,
  examples: [{ summary: 'Garmin Connect', params: { id: '1' }, status: 200 }],
});

import {
  allHosts,
  defineEndpoint,
  mainInterface,
  notModified,
} from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/',
  summary: 'Get the start page of the documentation',
  auth: 'public',
  responses: {
    200: { description: 'The index page.', body: 'html' },
    304: notModified,
  },
  cacheSeconds: 300,
  baseUrls: [...allHosts, 'cdn'],
});

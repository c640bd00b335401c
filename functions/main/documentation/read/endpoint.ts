import {
  allHosts,
  defineEndpoint,
  mainInterface,
  notModified,
} from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/{page}/',
  summary: 'Get a page of the documentation',
  description:
    'A guide, the reference, or the page of a resource, to which the `documentation` link of ' +
    'every response points.',
  auth: 'public',
  responses: {
    200: { description: 'The page.', body: 'html' },
    304: notModified,
    404: {
      description: 'A page that says so, if Accept prefers one to JSON.',
      body: 'html',
    },
  },
  errors: ['not_found'],
  cacheSeconds: 300,
  baseUrls: [...allHosts, 'cdn'],
  examples: [
    { summary: 'The page on data sources', params: { page: 'data_source' }, status: 200 },
  ],
});

import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnectiontype/{id}/connect/',
  summary: 'Start to connect an account',
  description:
    'A page for people: it says how an account of this type can be connected on this installation.',
  auth: 'public',
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['not_found'],
  errorShape: 'page',
  examples: [{ summary: 'Garmin Connect', params: { id: '1' }, status: 200 }],
});

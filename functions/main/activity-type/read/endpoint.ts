import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { ActivityTypeRepresentation } from '../activity-type.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/activity_type/{id}/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Read an activity type',
  auth: 'client',
  responses: {
    200: { description: 'The activity type.', body: ActivityTypeRepresentation },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 3600,
  addresses: ['cdn'],
  examples: [{ summary: 'A road ride', params: { id: '52' }, status: 200 }],
});

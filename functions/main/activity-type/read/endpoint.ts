import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';
import { ActivityTypeRepresentation } from '../activity-type.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/activity_type/{id}/',
  operationId: 'getActivityType',
  summary: 'Get an activity type',
  auth: 'client',
  scope: 'any',
  responses: {
    200: { description: 'The activity type.', body: ActivityTypeRepresentation },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 3600,
  baseUrls: ['cdn'],
  examples: [{ summary: 'A road ride', params: { id: '52' }, status: 200 }],
});

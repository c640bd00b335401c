import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { PriorityRepresentation } from '../priority.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/data_source_priority/{id}/',
  operationId: 'getDataSourcePriority',
  summary: 'Get a data source priority',
  auth: 'user',
  scope: 'data_sources.read',
  responses: { 200: { description: 'The priority.', body: PriorityRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [
    { summary: 'For activities', params: { id: 'activity-01k9wq3d5g' }, status: 200 },
  ],
});

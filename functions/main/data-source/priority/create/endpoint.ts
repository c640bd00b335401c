import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { maxSourceCalls } from '../../stored-source.ts';
import { PriorityCreation, PriorityRepresentation } from '../priority.ts';

const response = { body: PriorityRepresentation, headers: ['Location'] } as const;

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/data_source_priority/',
  operationId: 'createDataSourcePriority',
  summary: 'Set the preferred data source',
  description:
    'Makes a data source the preferred one for a kind of data. The data source must be active. ' +
    'Returns 200 if it is already preferred.',
  auth: 'user',
  scope: 'data_sources.write',
  request: { json: PriorityCreation },
  responses: {
    200: {
      description: 'The data source is already preferred; nothing changed.',
      ...response,
    },
    201: { description: 'The new priority.', ...response },
  },
  errors: ['validation_failed'],
  stores: { table: ['query', 'update'] },
  storeCalls: {
    max: maxSourceCalls + 1,
    reason:
      'all data sources are read to find the current priority, 1 MB at a time, and one is updated',
  },
});

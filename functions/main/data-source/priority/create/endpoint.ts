import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { PriorityCreation, PriorityRepresentation } from '../priority.ts';

const answer = { body: PriorityRepresentation, headers: ['Location'] } as const;

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/data_source_priority/',
  summary: 'Set the preferred data source',
  description:
    'Makes a data source the preferred one for a kind of data. The data source must be active. ' +
    'Returns 200 if it is already preferred.',
  auth: 'user',
  request: { json: PriorityCreation },
  responses: {
    200: { description: 'The data source is already preferred; nothing changed.', ...answer },
    201: { description: 'The new priority.', ...answer },
  },
  errors: ['validation_failed'],
  stores: { table: ['query', 'update'] },
  storeCalls: { max: 2, reason: 'whether it changes anything depends on the other data sources' },
});

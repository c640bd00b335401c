import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { PriorityCreation, PriorityRepresentation } from '../priority.ts';

const answer = { body: PriorityRepresentation, headers: ['Location'] } as const;

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/data_source_priority/',
  summary: 'Prefer a data source for a kind of data',
  description:
    'An inactive data source cannot be preferred. What already is in force stays as it is and is a 200.',
  auth: 'user',
  request: { json: PriorityCreation },
  responses: {
    200: { description: 'This priority is in force already; nothing changed.', ...answer },
    201: { description: 'The new priority.', ...answer },
  },
  errors: ['validation_failed'],
  stores: { table: ['query', 'update'] },
  storeCalls: { max: 2, reason: 'whether it changes anything depends on the other data sources' },
});

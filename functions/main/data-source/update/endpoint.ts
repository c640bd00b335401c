import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { DataSourceChange, DataSourceRepresentation } from '../data-source.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'PUT',
  path: '/data_source/{id}/',
  operationId: 'updateDataSource',
  summary: 'Update or deactivate a data source',
  description:
    'Updates the fields that are sent. Setting `active` to false deactivates the data source and ' +
    'deletes its priorities. It cannot be activated again.',
  auth: 'user',
  scope: 'data_sources.write',
  request: { json: DataSourceChange },
  responses: {
    200: { description: 'The updated data source.', body: DataSourceRepresentation },
  },
  errors: ['validation_failed', 'not_found'],
  stores: { table: ['get', 'update', 'transact'] },
  storeCalls: {
    max: 3,
    reason:
      'a deactivated data source is no longer counted, in one transaction, or in a second one if ' +
      'a sync has made it, and then read; if it was inactive before, only its fields are updated',
  },
  examples: [
    { summary: 'Rename', body: { name: 'My other watch' }, status: 200 },
    { summary: 'Deactivate', body: { active: false }, status: 200 },
  ],
});

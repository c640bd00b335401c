import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { DataSourceChange, DataSourceRepresentation } from '../data-source.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'PUT',
  path: '/data_source/{id}/',
  summary: 'Change or deactivate a data source',
  description:
    'Changes the fields that are sent. `active` false deactivates the data source and deletes its priorities; an ' +
    'inactive data source stays inactive.',
  auth: 'user',
  request: { json: DataSourceChange },
  responses: {
    200: { description: 'The data source after the change.', body: DataSourceRepresentation },
  },
  errors: ['validation_failed', 'not_found'],
  stores: { table: ['update'] },
  examples: [
    { summary: 'Rename', body: { name: 'My other watch' }, status: 200 },
    { summary: 'Deactivate', body: { active: false }, status: 200 },
  ],
});

import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { DataSourceRepresentation } from '../data-source.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/data_source/{id}/',
  summary: 'Read a data source',
  description: 'An inactive data source, which the list leaves out, can still be read.',
  auth: 'user',
  responses: { 200: { description: 'The data source.', body: DataSourceRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
});

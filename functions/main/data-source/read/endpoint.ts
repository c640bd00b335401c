import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { DataSourceRepresentation } from '../data-source.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/data_source/{id}/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Read a data source',
  description: 'An inactive data source, which the list leaves out, can still be read.',
  auth: 'user',
  responses: { 200: { description: 'The data source.', body: DataSourceRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
});

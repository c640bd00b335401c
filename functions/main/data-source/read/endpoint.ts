import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { DataSourceRepresentation } from '../data-source.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/data_source/{id}/',
  operationId: 'getDataSource',
  summary: 'Get a data source',
  description: 'Also returns inactive data sources, which `active=false` lists.',
  auth: 'user',
  scope: 'data_sources.read',
  responses: { 200: { description: 'The data source.', body: DataSourceRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
});

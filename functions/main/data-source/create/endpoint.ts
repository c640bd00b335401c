import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { DataSourceCreation, DataSourceRepresentation } from '../data-source.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/data_source/',
  operationId: 'createDataSource',
  summary: 'Create a data source',
  description:
    'Creates the device if it does not exist. An existing device keeps the names that it was ' +
    'created with.',
  auth: 'user',
  scope: 'data_sources.write',
  request: { headers: idempotencyKeyHeader, json: DataSourceCreation },
  responses: {
    201: {
      description: 'The new data source.',
      body: DataSourceRepresentation,
      headers: ['Location'],
    },
  },
  errors: ['validation_failed', 'malformed_header', 'idempotency_key_reused'],
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    max: 6,
    reason:
      'the count of data sources, the shared device and the data source are three items; with ' +
      'an Idempotency-Key, the key is written, an earlier data source is read, and the count is ' +
      'reverted if a parallel request stored the data source',
  },
  examples: [
    {
      summary: 'A watch',
      body: {
        name: 'My watch',
        _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
      },
      status: 201,
    },
  ],
});

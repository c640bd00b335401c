import { buildExample } from '#shared/contract/described.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import {
  DataSourceCreation,
  DataSourceRepresentation,
} from '#shared/data-source/data-source.ts';
import { DeviceNaming } from '#shared/data-source/device.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/data_source/',
  operationId: 'createDataSource',
  summary: 'Create a data source',
  description:
    'Creates the device if it does not exist. An existing device keeps the names that it was ' +
    'created with. A user can have at most 500 active data sources, and 2,000 in all. ' +
    'A deactivated data source does not count towards the 500.',
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
  errors: [
    'validation_failed',
    'malformed_header',
    'idempotency_key_reused',
    'unavailable',
  ],
  stores: { table: ['get', 'put', 'query', 'update'] },
  storeCalls: {
    max: 22,
    reason:
      'claim the Idempotency-Key, read what an earlier request with the key created, find or ' +
      'create the shared device, count against the quota, store; at the limit, count the data ' +
      'sources, and count them again if a parallel request changes the quota',
  },
  examples: [
    {
      summary: 'A watch',
      body: {
        name: 'My watch',
        _embedded: { device: [buildExample(DeviceNaming.shape)] },
      },
      status: 201,
    },
  ],
});

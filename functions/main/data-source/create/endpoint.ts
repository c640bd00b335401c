import { DeviceNaming } from '#functions/main/device/device-naming.ts';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { buildExample } from '#shared/contract/schema.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import {
  DataSourceCreation,
  DataSourceRepresentation,
  NewSourceRepresentation,
} from '../data-source.ts';

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
  request: {
    headers: idempotencyKeyHeader,
    json: DataSourceCreation,
    representationFor: () => NewSourceRepresentation,
  },
  responses: {
    201: {
      description: 'The new data source.',
      body: DataSourceRepresentation,
      headers: ['Location'],
    },
  },
  errors: ['validation_failed', 'malformed_header', 'idempotency_key_reused'],
  stores: { table: ['get', 'put', 'update', 'transact'] },
  storeCalls: {
    max: 5,
    reason:
      'create the device, or find it and share it with its second user, once more if the first ' +
      'is erased meanwhile; in one transaction, store the data source, count it, and store the ' +
      'Idempotency-Key if there is one',
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

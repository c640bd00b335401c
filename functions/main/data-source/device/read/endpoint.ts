import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { DeviceRepresentation } from '../device.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/device/{id}/',
  hasCollection: false,
  summary: 'Read a device',
  description:
    'A device is a model of hardware that data sources record with; every user sees the same one.',
  auth: 'client',
  responses: { 200: { description: 'The device.', body: DeviceRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [{ summary: 'A watch', params: { id: 'garmin_fr-935' }, status: 200 }],
});

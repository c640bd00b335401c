import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { DeviceRepresentation } from '../device.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/device/{id}/',
  hasCollection: false,
  operationId: 'getDevice',
  summary: 'Get a device',
  description:
    'A device is a hardware model. It is shared by all users; data sources refer to it.',
  auth: 'client',
  scope: 'data_sources.read',
  responses: { 200: { description: 'The device.', body: DeviceRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [{ summary: 'A watch', params: { id: 'garmin_fr-935' }, status: 200 }],
});

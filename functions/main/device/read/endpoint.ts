import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { DeviceRepresentation } from '../device-representation.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/device/{id}/',
  hasCollection: false,
  operationId: 'getDevice',
  summary: 'Get a device',
  description:
    'A device is a hardware model, to which data sources refer. A model that one user only has ' +
    "named is that user's, and needs the scope `data_sources.read`. All others are shared by all " +
    'users, and need no scope.',
  auth: 'client',
  scope: 'any',
  responses: { 200: { description: 'The device.', body: DeviceRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [{ summary: 'A watch', params: { id: 'garmin_fr-935' }, status: 200 }],
});

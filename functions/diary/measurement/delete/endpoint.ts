import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { weight } from '../examples.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'DELETE',
  path: '/measurements/{id}',
  operationId: 'deleteMeasurement',
  summary: 'Delete a measurement',
  description:
    'Deletes a value that your application has sent. A personal access token deletes any: its ' +
    'source cannot bring it back.',
  auth: 'user',
  scope: 'measurements.write',
  responses: { 204: { description: 'The value is deleted.' } },
  errors: ['not_found'],
  stores: { table: ['get', 'put'] },
  storeCalls: {
    max: 6,
    reason:
      'the month is read, and written without the value, which is repeated, at most five times, ' +
      'while others change it',
  },
  examples: [{ summary: 'A weight', params: { id: weight.id }, status: 204 }],
});

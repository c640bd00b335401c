import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { weight } from '../examples.ts';
import { MeasurementRepresentation } from '../measurement-representation.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/measurements/{id}',
  operationId: 'getMeasurement',
  summary: 'Get a measurement',
  auth: 'user',
  scope: 'measurements.read',
  responses: { 200: { description: 'The value.', body: MeasurementRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [
    {
      summary: 'A weight',
      params: { id: weight.id },
      status: 200,
      responseBody: weight,
    },
  ],
});

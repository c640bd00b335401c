import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { sentWeight, weight } from '../examples.ts';
import { MeasurementsInput, maxMeasurements } from '../measurement-input.ts';
import { monthLimits } from '../measurement-month.ts';
import { StoredMeasurements } from './stored-measurements.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'POST',
  path: '/measurements',
  operationId: 'storeMeasurements',
  summary: 'Store measurements',
  description:
    `Stores up to ${maxMeasurements} values of the body, all or none. A value replaces the one ` +
    'of your application with the same type and day or time, or with the same `external_id` in ' +
    'the same month, so a request can be repeated. What is equal is not written. A day has at ' +
    `most ${monthLimits.dayValues} values of a type from one application, a month ` +
    `${monthLimits.origins} sources and ${monthLimits.bytes / 1024} KB: more is ignored. ` +
    'The user has consented to the processing of data of the body before.',
  auth: 'user',
  scope: 'measurements.write',
  request: { json: MeasurementsInput, maxBytes: 262_144 },
  responses: {
    200: { description: 'What became of the values.', body: StoredMeasurements },
  },
  errors: ['validation_failed', 'consent_required', 'item_too_large'],
  stores: { table: ['getEach', 'put', 'check', 'transact'] },
  storeCalls: {
    max: 10,
    reason:
      'the months are read, and what has changed is written in one transaction. Both are ' +
      'repeated, at most five times, while others change the same months',
  },
  examples: [
    {
      summary: 'A weight',
      body: { items: [sentWeight] },
      status: 200,
      responseBody: {
        stored: 1,
        unchanged: 0,
        ignored: 0,
        items: [{ id: weight.id, outcome: 'stored' }],
      },
    },
  ],
});

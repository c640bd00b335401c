import * as z from 'zod/mini';
import { Incomplete } from '#functions/diary/entry/incomplete.ts';
import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { deferred } from '#shared/contract/schema.ts';
import { weight } from '../examples.ts';
import { maxMonths } from '../measurement-month.ts';
import { MeasurementRepresentation } from '../measurement-representation.ts';
import { MeasurementsQuery, maxListedValues } from './query.ts';

const Measurements = deferred(() =>
  z
    .object({ items: z.array(MeasurementRepresentation), incomplete: Incomplete })
    .check(z.meta({ id: 'Measurements', description: 'Values, by day, type and time.' })),
);

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/measurements',
  operationId: 'listMeasurements',
  summary: 'List measurements',
  description:
    'Lists the values of some types and days. If several sources have values of a type on a day, ' +
    'only those of one are listed: what the user has entered, or else of the preferred data ' +
    `source, or else of the source with most values, unless \`all=true\`. A request reads at ` +
    `most ${maxMonths.read} months, counted for each type, e.g. six types for 400 days, and ` +
    `lists at most ${maxListedValues} values.`,
  auth: 'user',
  scope: 'measurements.read',
  request: { query: MeasurementsQuery },
  responses: { 200: { description: 'The values.', body: Measurements } },
  errors: ['invalid_query'],
  stores: { table: ['getEach'] },
  storeCalls: {
    max: 2,
    reason:
      'if several data sources have values of a type on a day, their priorities are read',
  },
  examples: [
    {
      summary: 'The weights of a month',
      query: { types: 'weight', from: '2026-11-01', to: '2026-11-30' },
      status: 200,
      responseBody: { items: [weight] },
    },
  ],
});

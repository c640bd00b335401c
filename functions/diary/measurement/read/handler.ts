import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as measurements from '../measurement.store.ts';
import { parseMeasurementId } from '../measurement.ts';
import { presentMeasurement } from '../present-measurement.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const place = parseMeasurementId(params.id);
  const stored = place && (await measurements.find({ table, ...caller }, place));
  const value = requireFound(stored, { kind: 'measurement', id: params.id }, fail);
  return { status: 200, body: presentMeasurement(value, caller) };
});

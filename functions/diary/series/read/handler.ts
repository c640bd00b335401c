import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { decodeSeries } from '../series-codec.ts';
import { presentSeries } from '../series-representation.ts';
import endpoint from './endpoint.ts';
import { findWithEntry } from './entry-with-series.store.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const address = parseEntryId(params.id);
  const stored = address && (await findWithEntry({ table, ...caller }, address));
  const entry = requireFound(stored, { kind: 'diary entry', id: params.id }, fail);
  const bytes = entry.stored?.series;
  return { status: 200, body: presentSeries(params.id, bytes && decodeSeries(bytes)) };
});

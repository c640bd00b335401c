import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { decodeSeries } from '../series-codec.ts';
import { presentSeries } from '../series-representation.ts';
import endpoint from './endpoint.ts';
import { findWithEntry, listOfDuplicates } from './entry-with-series.store.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const address = parseEntryId(params.id);
  const diary = { table, ...caller };
  const found = address && (await findWithEntry(diary, address));
  const resource = { kind: 'diary entry', id: params.id };
  const { entry, stored } = requireFound(found, resource, fail);
  const [other] = stored ? [] : await listOfDuplicates(diary, entry);
  const bytes = (stored ?? other?.stored)?.series;
  return { status: 200, body: presentSeries(params.id, bytes && decodeSeries(bytes)) };
});

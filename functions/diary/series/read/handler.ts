import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { hasPoints, joinSeries } from '../join-series.ts';
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
  const own = stored && decodeSeries(stored.series);
  const isComplete = own?.laps !== undefined && hasPoints(own);
  const others = isComplete ? [] : await listOfDuplicates(diary, entry);
  const ofOthers = others.map((other) => decodeSeries(other.stored.series));
  const series = joinSeries([own, ...ofOthers].filter((each) => each !== undefined));
  return { status: 200, body: presentSeries(params.id, series) };
});

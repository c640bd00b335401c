import { isWithin } from '#functions/diary/entry/dates.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import * as measurements from '../measurement.store.ts';
import { presentMeasurement } from '../measurement-representation.ts';
import { pickShown, sortByTime } from '../shown-values.ts';
import endpoint from './endpoint.ts';
import { listMonths, maxListedValues, toSelection } from './query.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, now, fail } = request;
  const selection = toSelection(query, now);
  const months = listMonths(selection);
  if (!months) {
    const problem = 'must be nearer to from: types and months are at most 100 together';
    throw fail('invalid_query', { failures: { to: [problem] } });
  }
  const stored = await measurements.list(table, caller.user_id, months);
  const selected = stored.filter(({ measured }) => isWithin(selection, measured.date));
  const shown = query.all === 'true' ? sortByTime(selected) : pickShown(selected);
  if (shown.length > maxListedValues) {
    const problem = `must be nearer to from: there are more than ${maxListedValues} values`;
    throw fail('invalid_query', { failures: { to: [problem] } });
  }
  return {
    status: 200,
    body: { items: shown.map((value) => presentMeasurement(value, caller)) },
  };
});

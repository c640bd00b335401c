import { presentIncomplete } from '#functions/diary/entry/incomplete.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { presentMeasurements } from '../present-measurement.ts';
import endpoint from './endpoint.ts';
import { listShown, tooManyMonths } from './list-shown.ts';
import { maxListedValues, toSelection } from './query.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, now, fail } = request;
  const selection = toSelection(query, now);
  const shown = await listShown({ table, ...caller }, selection, query.all === 'true');
  if (!shown) throw fail('invalid_query', { failures: { to: [tooManyMonths] } });
  if (shown.length > maxListedValues) {
    const problem = `must be nearer to from: there are more than ${maxListedValues} values`;
    throw fail('invalid_query', { failures: { to: [problem] } });
  }
  const items = presentMeasurements(shown, caller);
  const incomplete = presentIncomplete(caller);
  return { status: 200, body: compact({ items, incomplete }) };
});

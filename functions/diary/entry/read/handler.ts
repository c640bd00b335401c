import { estimateOne } from '#functions/diary/measurement/estimated-energy.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { parseEntryId } from '../day-item.ts';
import * as entries from '../entry.store.ts';
import { present } from '../present-entry.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, fail } = request;
  const address = parseEntryId(params.id);
  const diary = { table, ...caller };
  const stored = address && (await entries.find(diary, address));
  const entry = requireFound(stored, { kind: 'diary entry', id: params.id }, fail);
  return { status: 200, body: present(await estimateOne(diary, entry)) };
});

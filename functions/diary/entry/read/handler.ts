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
  const stored = address && (await entries.find({ table, ...caller }, address));
  const entry = requireFound(stored, { kind: 'diary entry', id: params.id }, fail);
  return { status: 200, body: present(entry) };
});

import { serve } from '#shared/http/serve.ts';
import * as entries from '../entry.store.ts';
import { parseEntryId } from '../entry-id.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async ({ caller, params, table, fail }) => {
  const at = parseEntryId(params.id);
  const removed = at && (await entries.remove(table, caller.user_id, at));
  if (!removed) throw fail('not_found', { kind: 'diary entry', id: params.id });
  return { status: 204 };
});

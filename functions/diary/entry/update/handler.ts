import { serve } from '../../../../shared/http/serve.ts';
import * as entries from '../entry.store.ts';
import { present } from '../entry.ts';
import { updateOf } from '../entry-change.ts';
import { parseEntryId } from '../entry-id.ts';
import { noRoomOn } from '../room.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async ({ caller, params, body, table, fail }) => {
  const at = parseEntryId(params.id);
  if (!at) throw fail('not_found', { kind: 'diary entry', id: params.id });
  if (body.type !== undefined && body.type !== at.type) {
    throw fail('invalid', { failures: { type: [`must be ${at.type}: the type of an entry cannot change`] } });
  }
  const { entry, full } = await entries.change(table, caller.user_id, at, updateOf(at.type, body));
  if (full !== undefined) throw fail('invalid', { failures: { date: [noRoomOn(full)] } });
  if (!entry) throw fail('not_found', { kind: 'diary entry', id: params.id });
  return { status: 200, body: present(entry) };
});

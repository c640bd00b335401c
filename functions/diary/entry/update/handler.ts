import { estimateWritten } from '#functions/diary/measurement/estimated-energy.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { openTableFor } from '#shared/table/table.ts';
import { parseEntryId } from '../day-item.ts';
import { present } from '../present-entry.ts';
import endpoint from './endpoint.ts';
import { updateEntry } from './update-entry.ts';

export const handler = serve(
  endpoint,
  { ...apiDependencies, table: openTableFor(endpoint) },
  async ({ caller, params, body, table, fail }) => {
    const requested = { kind: 'diary entry', id: params.id };
    const address = requireFound(parseEntryId(params.id), requested, fail);
    const diary = { table, ...caller };
    const { entry, failures } = await updateEntry(diary, address, body);
    if (failures) throw fail('validation_failed', { failures });
    const written = requireFound(entry, requested, fail);
    const [shown = written] = await estimateWritten(diary, [written]);
    return { status: 200, body: present(shown) };
  },
);

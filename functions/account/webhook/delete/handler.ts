import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import * as registrations from '../registration.store.ts';
import { toContention } from '../require-target.ts';
import * as webhooks from '../webhook.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller: { client_id }, params: { id }, table, requestId, fail }) => {
    const found = await webhooks.find(table, client_id, id);
    const webhook = requireFound(found, { kind: 'webhook', id }, fail);
    const isRemoved = await registrations.remove(table, webhook);
    if (!isRemoved) throw toContention();
    audit('webhook_deleted', { request_id: requestId, client_id, webhook_id: id });
    return { status: 204 };
  },
);

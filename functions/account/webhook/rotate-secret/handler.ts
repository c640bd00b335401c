import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import * as registrations from '../registration.store.ts';
import { presentWebhook } from '../registration.ts';
import { toWebhookContext } from '../webhook.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params: { id }, table, links, now, requestId, fail }) => {
    const ids = { client_id: caller.client_id, id };
    const secret = createWebhookSecret();
    const envelope = await encryptEnvelope(secret, toWebhookContext(ids), getDataKeys());
    const rotated = await registrations.rotateWebhookSecret(table, ids, envelope, now);
    const webhook = requireFound(rotated, { kind: 'webhook', id }, fail);
    const { client_id } = ids;
    audit('webhook_secret_rotated', { request_id: requestId, client_id, webhook_id: id });
    return { status: 200, body: { ...presentWebhook(webhook, links), secret } };
  },
);

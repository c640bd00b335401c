import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { withLocation } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import * as registrations from '../registration.store.ts';
import { presentWebhook } from '../registration.ts';
import {
  requireControl,
  requireFreeTarget,
  requireTarget,
  toContention,
} from '../require-target.ts';
import { toWebhookContext, type Webhook } from '../webhook.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { table: openTable }, async (request) => {
  const { caller, body, table, links, now, requestId: request_id } = request;
  const { client_id } = caller;
  const target = requireTarget(body, request);
  await requireFreeTarget(request, target);

  const secret = createWebhookSecret();
  await requireControl(request, { url: target.url, secrets: [secret] });

  const id = newId(now);
  const context = toWebhookContext({ client_id, id });
  const webhook: Webhook = {
    id,
    client_id,
    ...target,
    secret: await encryptEnvelope(secret, context, getDataKeys()),
    state: 'active',
    failures: 0,
    wakes: 0,
    created_datetime: now.toISOString(),
  };
  const isCreated = await registrations.create(table, webhook);
  if (!isCreated) {
    await requireFreeTarget(request, target);
    throw toContention();
  }
  audit('webhook_created', { request_id, client_id, webhook_id: id });
  return withLocation(201, { ...presentWebhook(webhook, links), secret });
});

import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import * as registrations from '../registration.store.ts';
import { presentWebhook } from '../registration.ts';
import {
  requireControl,
  requireFreeTarget,
  requireTarget,
  toContention,
} from '../require-target.ts';
import * as webhooks from '../webhook.store.ts';
import type { Webhook } from '../webhook.ts';
import endpoint from './endpoint.ts';

type UpdateRequest = HandlerRequest<typeof endpoint>;

export const handler = serve(endpoint, { table: openTable }, async (request) => {
  const { caller, params, table, links, fail } = request;
  const { id } = params;
  const find = async () => {
    const found = await webhooks.find(table, caller.client_id, id);
    return requireFound(found, { kind: 'webhook', id }, fail);
  };
  const webhook = await find();
  await changeTarget(request, webhook);
  await changeState(request, webhook);
  return { status: 200, body: presentWebhook(await find(), links) };
});

async function changeTarget(request: UpdateRequest, webhook: Webhook): Promise<void> {
  const { body, table, now, requestId: request_id } = request;
  const { client_id, id: webhook_id } = webhook;
  const { url = webhook.url, types = webhook.types } = body;
  const target = requireTarget({ url, types }, request);
  const isNewUrl = target.url !== webhook.url;
  if (!isNewUrl && String(target.types) === String(webhook.types)) return;

  await requireFreeTarget(request, target, webhook);
  if (isNewUrl) {
    const secrets = await webhooks.decryptSecrets(webhook, getDataKeys(), now);
    await requireControl(request, { url: target.url, secrets });
  }
  const isChanged = await registrations.changeTarget(table, webhook, target);
  if (!isChanged) throw toContention();
  audit('webhook_updated', { request_id, client_id, webhook_id });
}

async function changeState(request: UpdateRequest, webhook: Webhook): Promise<void> {
  const { body, table, now, requestId: request_id, fail } = request;
  const { client_id, id: webhook_id, state, disabled_reason } = webhook;
  const ids = { request_id, client_id, webhook_id };
  if (body.state === 'disabled' && disabled_reason !== 'operator') {
    const disabled = await registrations.disableWebhook(
      table,
      webhook,
      'application',
      now,
    );
    if (!disabled) throw toContention();
    audit('webhook_disabled', { ...ids, code: 'application' });
  }
  if (body.state !== 'active' || state !== 'disabled') return;
  if (disabled_reason === 'operator') {
    const failures = { state: ['can be changed by the operator only'] };
    throw fail('validation_failed', { failures });
  }
  const isEnabled = await registrations.enableWebhook(table, webhook, now);
  if (!isEnabled) throw toContention();
  audit('webhook_enabled', ids);
}

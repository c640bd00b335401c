import { serveForm } from '#functions/account/account-handler.ts';
import { requireWebhook } from '#functions/account/webhook/webhook-commands.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { redirectToApplication, requireOwnApplication } from '../../own-application.ts';
import { registerWebhook, webhookChanges } from './change-webhook.ts';
import endpoint from './endpoint.ts';

export const handler = serveForm(endpoint, 'webhook', async (request, account) => {
  const { id, webhook: webhookId, action } = request.body;
  const client = await requireOwnApplication(request, account, id);
  if (!isEnabled(client)) return redirectToApplication(account, client, 'disabled');
  const form = { request, account, client };
  if (action === 'create') return registerWebhook(form);
  const webhook = await requireWebhook(request, client.client_id, webhookId);
  return webhookChanges[action]({ ...form, webhook });
});

import { servePage } from '#functions/account/account-handler.ts';
import { requireWebhook } from '#functions/account/webhook/webhook-commands.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { requireOwnApplication } from '../../own-application.ts';
import { toApplicationUrl } from '../../portal-url.ts';
import { loadNewWebhook, loadWebhook } from '../load-webhook.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'webhook', async (request, account) => {
  const { id, webhook: webhookId, cursor } = request.query;
  const { pages } = account;
  // A form of which the browser has not told the page continues here after the sign-in.
  if (id === '') return redirect(pages.account('portal'));
  const client = await requireOwnApplication(request, account, id);
  // Its page says that it is disabled, and shows no webhooks.
  if (!isEnabled(client)) return redirect(toApplicationUrl(pages, id));
  if (webhookId === '') return loadNewWebhook(request, account, { client });

  const webhook = await requireWebhook(request, client.client_id, webhookId);
  return loadWebhook(request, account, { client, webhook, cursor });
});

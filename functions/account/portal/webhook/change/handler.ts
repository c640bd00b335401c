import { handleForm } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTableFor } from '#shared/table/table.ts';
import { redirectToApplication, requireOwnApplication } from '../../own-application.ts';
import {
  registerWebhook,
  removeWebhook,
  renewSecret,
  sendAgain,
  sendAllAgain,
  turnOff,
  turnOn,
  updateWebhook,
  type WebhookFormRequest,
  withWebhook,
} from './change-webhook.ts';
import endpoint from './endpoint.ts';

const changes = {
  create: registerWebhook,
  update: withWebhook(updateWebhook),
  enable: withWebhook(turnOn),
  disable: withWebhook(turnOff),
  rotate: withWebhook(renewSecret),
  delete: withWebhook(removeWebhook),
  resend: withWebhook(sendAgain),
  resend_since: withWebhook(sendAllAgain),
};

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTableFor(endpoint) },
  handleForm('webhook', async (request: WebhookFormRequest, account) => {
    const { id, action } = request.body;
    const client = await requireOwnApplication(request, account, id);
    if (client.disabled_datetime)
      return redirectToApplication(account, client, 'disabled');
    return changes[action](request, account, client);
  }),
);

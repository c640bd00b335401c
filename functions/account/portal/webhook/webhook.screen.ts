import {
  defineScreen,
  form,
  type Outcome,
  unchanged,
} from '#functions/account/screen.ts';
import type { FormNeeds } from '#functions/account/screen-endpoints.ts';
import { listDeliveries } from '#functions/account/webhook/delivery.store.ts';
import { webhookContext } from '#functions/account/webhook/webhook.keys.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import {
  requireWebhook,
  toWebhookCommand,
} from '#functions/account/webhook/webhook-commands.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { requireOwnApplication, toApplication } from '../own-application.ts';
import type { PortalNotice } from '../portal.texts.ts';
import { toApplicationUrl } from '../portal-url.ts';
import { WebhookFormFields } from './action-form.ts';
import {
  deleteFromForm,
  disableFromForm,
  enableFromForm,
  ofWebhook,
  registerWebhook,
  renewSecret,
  type SentForm,
  sendAgain,
  sendAllAgain,
  updateWebhook,
  webhookOperations,
} from './change-webhook.ts';
import { deliveriesOfPage } from './deliveries-section.ts';
import { renderNewWebhookPage } from './new-webhook.page.ts';
import { renderWebhookPage, type WebhookFormResult } from './webhook.page.ts';

/** The longest cursor that the list of deliveries has. */
const maxCursorLength = 300;

const problems = {
  400: { description: 'The same page, which names all problems.', body: 'html' },
} as const;

const newSecret = {
  200: { description: 'The page of the webhook with its new secret.', body: 'html' },
} as const;

/** A form about webhooks, which only the owner of the application can send. */
function webhookForm(
  summary: string,
  change: (sent: SentForm) => Promise<Outcome<WebhookFormResult>>,
  responses: FormNeeds['responses'] = {},
) {
  return form({
    summary,
    fields: WebhookFormFields,
    errors: ['not_found'],
    table: webhookOperations,
    storeCalls: {
      max: 7,
      reason:
        'the application and the webhook are read; a challenge is counted, and one transaction ' +
        'changes the webhook',
    },
    baseUrls: ['main'],
    responses,
    async submit(request, account) {
      const { body, fail, baseUrls } = request;
      const client = await requireOwnApplication(request, account, body.id);
      const { client_id } = client;
      if (!isEnabled(client))
        return unchanged<PortalNotice>('disabled', toApplication(client));
      const command = toWebhookCommand({ ...request, caller: { client_id } });
      const subject = { ...command.subject, user_id: account.session.user_id };
      const target = { ...command, subject, mainUrl: baseUrls.main };
      return change({ body, fail, account, command: target });
    },
  });
}

export default defineScreen({
  page: 'webhook',
  path: 'portal/webhook/',
  section: 'security',
  summary: 'Show a webhook of an application of the user, or the form for a further one',
  query: {
    id: FormField,
    webhook: FormField,
    /** Where the list of deliveries begins. Empty for its start. */
    cursor: FormField,
  },
  errors: ['not_found'],
  table: ['getEach', 'query'],
  storeCalls: {
    max: 4,
    reason:
      'the application, the webhook, a page of the keys of its deliveries, and these are read',
  },
  baseUrls: ['main'],
  stores: { encryption: { encrypts: [webhookContext], decrypts: [webhookContext] } },
  timeout: 29,
  async load(request, account) {
    const { query, table, now, baseUrls } = request;
    const { id, webhook: webhookId, cursor: sent } = query;
    const mainUrl = baseUrls.main;
    const { pages } = account;
    // A form of which the browser has not told the page continues here after the sign-in.
    if (id === '') return redirect(pages.account('portal'));
    const client = await requireOwnApplication(request, account, id);
    // Its page says that it is disabled, and shows no webhooks.
    if (!isEnabled(client)) return redirect(toApplicationUrl(pages, id));
    if (webhookId === '') {
      const { length: count } = await webhooks.listOfClient(table, client.client_id);
      return { client, count, mainUrl };
    }
    const webhook = await requireWebhook(request, client.client_id, webhookId);
    const cursor = sent === '' || sent.length > maxCursorLength ? undefined : sent;
    const page = { cursor, limit: deliveriesOfPage };
    const deliveries = await listDeliveries(table, webhook.id, page);
    return { client, webhook, deliveries, cursor, mainUrl, now };
  },
  render: (data, account, result?: WebhookFormResult) =>
    data.webhook
      ? renderWebhookPage({ ...data, ...result }, account)
      : renderNewWebhookPage({ ...data, ...result }, account),

  forms: {
    create: webhookForm('Add a webhook', registerWebhook, { ...newSecret, ...problems }),
    update: webhookForm('Change it', ofWebhook(updateWebhook), problems),
    enable: webhookForm('Enable it', ofWebhook(enableFromForm)),
    disable: webhookForm('Disable it', ofWebhook(disableFromForm)),
    rotate: webhookForm('Give it a new secret', ofWebhook(renewSecret), newSecret),
    delete: webhookForm('Delete it', ofWebhook(deleteFromForm)),
    resend: webhookForm('Send a delivery again', ofWebhook(sendAgain)),
    resend_since: webhookForm('Send all events again', ofWebhook(sendAllAgain)),
  },
});

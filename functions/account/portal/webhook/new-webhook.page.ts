import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { maxWebhooks } from '#functions/account/webhook/webhook.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton } from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { toApplicationUrl } from '../portal-url.ts';
import { type WebhookTexts, webhookTexts } from '../webhook.texts.ts';
import { renderWebhookForm } from './action-form.ts';
import {
  renderWebhookFields,
  summarizeWebhookProblems,
  type WebhookInput,
} from './webhook-form.ts';

interface NewWebhookPageProps extends WebhookInput {
  client: Client;
  /** The number of webhooks that the application has. */
  count: number;
  /** The base URL of the main host, which has the guides. */
  mainUrl: string;
}

/** Renders the page with which a webhook is added to an application. */
export function renderNewWebhookPage(
  props: NewWebhookPageProps,
  account: AccountContext,
): string {
  const { client, mainUrl } = props;
  const labels = webhookTexts[account.language];
  const backUrl = toApplicationUrl(account.pages, client.client_id);
  return renderAccountPage(account, {
    title: labels.createTitle,
    lead: labels.lead,
    problem: summarizeWebhookProblems(props, labels),
    body: html`${renderCreation(props, account, labels)}<p>
<a href="${backUrl}">${labels.back(client.name)}</a> ·
<a href="${mainUrl}/v7.1/docs/webhooks/">${labels.guide}</a></p>
`,
  });
}

/** All events are ticked at first. */
const allEvents = { '*': 'yes' };

function renderCreation(
  props: NewWebhookPageProps,
  account: AccountContext,
  labels: WebhookTexts,
): Html {
  const { client, count, values = allEvents } = props;
  if (count >= maxWebhooks) return renderNotice(labels.full(maxWebhooks));
  const button = renderButton({ label: labels.create });
  return renderWebhookForm(account, {
    client_id: client.client_id,
    action: 'create',
    hasProblems: props.problems !== undefined,
    body: html`${renderWebhookFields({ ...props, values }, labels)}${button}`,
  });
}

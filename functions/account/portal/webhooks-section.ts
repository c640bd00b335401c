import type { AccountContext } from '#functions/account/account-context.ts';
import { maxWebhooks, type Webhook } from '#functions/account/webhook/webhook.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import { renderLinkButton } from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { toWebhookUrl } from './portal-url.ts';
import { type WebhookTexts, webhookTexts } from './webhook.texts.ts';

interface WebhooksSection {
  client: Client;
  /** In the order of their creation. */
  webhooks: readonly Webhook[];
  /** The base URL of the main host, which has the guides. */
  mainUrl: string;
}

/** Renders the webhooks of an application, and the link that adds another one. */
export function renderWebhooks(section: WebhooksSection, account: AccountContext): Html {
  const { client, webhooks, mainUrl } = section;
  const labels = webhookTexts[account.language];
  return html`<h2>${labels.title}</h2>
<p>${labels.lead} <a href="${mainUrl}/v7.1/docs/webhooks/">${labels.guide}</a></p>
${webhooks.map((webhook) => renderWebhook(webhook, account, labels))}${
  webhooks.length < maxWebhooks
    ? renderCreation(client, account, labels)
    : renderNotice(labels.full(maxWebhooks))
}`;
}

function renderWebhook(
  webhook: Webhook,
  { pages, formats }: AccountContext,
  labels: WebhookTexts,
): Html {
  const { url, types, created_datetime } = webhook;
  return renderCard({
    title: url,
    level: 3,
    badge: getWebhookBadge(webhook, labels),
    body: html`${renderFacts([
      { label: labels.types, value: renderTypes(types) },
      { label: labels.created, value: formats.dateOfTime(created_datetime) },
    ])}${renderLinkButton({
      label: labels.open,
      description: labels.openLabel(url),
      url: toWebhookUrl(pages, webhook),
      kind: 'secondary',
    })}`,
  });
}

/** Returns the state of a webhook. Only one that needs attention is marked as bad. */
export function getWebhookBadge({ state }: Webhook, labels: WebhookTexts) {
  return { label: labels.states[state], isBad: state !== 'active' };
}

/** Renders the types of events that a webhook selects, one below the other. */
export function renderTypes(types: readonly string[]): Html {
  return html`${types.map((type) => html`<div><code>${type}</code></div>\n`)}`;
}

function renderCreation(
  { client_id }: Client,
  { pages }: AccountContext,
  labels: WebhookTexts,
): Html {
  const url = toWebhookUrl(pages, { client_id });
  const link = renderLinkButton({ label: labels.createTitle, url, kind: 'secondary' });
  return html`<p>${link}</p>
`;
}

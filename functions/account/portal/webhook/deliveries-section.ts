import type { AccountContext } from '#functions/account/account-context.ts';
import { renderPager } from '#functions/account/pager.ts';
import type { DeliveryPage } from '#functions/account/webhook/delivery.store.ts';
import type { PastTry, WebhookDelivery } from '#functions/account/webhook/delivery.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards, renderFacts } from '#shared/pages/card.ts';
import { renderButton, renderDisclosure, renderSelect } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { toWebhookUrl } from '../portal-url.ts';
import { type WebhookTexts, webhookTexts } from '../webhook.texts.ts';
import { renderWebhookForm, spanNames } from './action-form.ts';

/** The most deliveries of a page. */
export const deliveriesOfPage = 20;

interface DeliveriesSection {
  webhook: Webhook;
  page: DeliveryPage;
  /** Where the shown page of the list begins. Absent for the first one. */
  cursor?: string | undefined;
}

/** Renders a page of the deliveries of a webhook, and the forms that send them again. */
export function renderDeliveries(
  section: DeliveriesSection,
  account: AccountContext,
): Html {
  const { webhook } = section;
  const labels = webhookTexts[account.language];
  const { deliveries } = section.page;
  const isEnabled = webhook.state !== 'disabled';
  return html`<h2>${labels.deliveries}</h2>
${
  deliveries.length > 0
    ? renderList(section, account, labels)
    : renderEmptyState({ title: labels.noDeliveries, text: labels.noDeliveriesHint })
}${renderDeliveriesPager(section, account, labels)}${
  isEnabled && renderResending(webhook, account, labels)
}`;
}

function renderList(
  { webhook, page }: DeliveriesSection,
  account: AccountContext,
  labels: WebhookTexts,
): Html {
  const cards = page.deliveries.map((delivery) =>
    renderDelivery(delivery, webhook, account),
  );
  const { client_id, id } = webhook;
  return renderWebhookForm(account, {
    client_id,
    id,
    action: 'resend',
    isWide: true,
    body: html`<p class="muted">${labels.deliveriesHint}</p>
${renderCards(cards)}`,
  });
}

function renderDelivery(
  delivery: WebhookDelivery,
  webhook: Webhook,
  account: AccountContext,
): Html {
  const { id, type, timestamp, state, past_tries = [], next_try_datetime } = delivery;
  const { formats, language } = account;
  const labels = webhookTexts[language];
  const last = past_tries.at(-1);
  const count = formats.amount(past_tries.length);
  // Notices about people cannot be sent again.
  const canResend = delivery.event !== undefined && webhook.state !== 'disabled';
  return renderCard({
    title: type,
    subtitle: formats.longTime(timestamp),
    level: 3,
    badge: { label: labels.deliveryStates[state], isBad: state === 'failed' },
    body: html`${renderFacts([
      {
        label: labels.lastTry,
        value: last && labels.tries(describeTry(last, labels), count),
      },
      {
        label: labels.nextTry,
        value: next_try_datetime && formats.longTime(next_try_datetime),
      },
      { label: 'webhook-id', value: html`<code>${id}</code>` },
    ])}${canResend && renderResend(delivery, account)}`,
  });
}

function describeTry({ outcome, status = 0 }: PastTry, labels: WebhookTexts): string {
  if (outcome === 'success') return labels.accepted;
  return outcome === 'status' ? labels.status(status) : labels.outcomes[outcome];
}

function renderResend(
  { id, type, timestamp }: WebhookDelivery,
  { formats, language }: AccountContext,
): Html {
  const labels = webhookTexts[language];
  return renderButton({
    label: labels.resend,
    description: labels.resendLabel(type, formats.longTime(timestamp)),
    name: 'delivery',
    value: id,
    kind: 'secondary',
  });
}

function renderDeliveriesPager(
  { webhook, page: { next }, cursor }: DeliveriesSection,
  account: AccountContext,
  labels: WebhookTexts,
): Html | undefined {
  const newestUrl = toWebhookUrl(account.pages, webhook);
  const olderUrl = toWebhookUrl(account.pages, { ...webhook, cursor: next });
  const before = cursor !== undefined && { url: newestUrl, label: labels.newest };
  const after = next !== undefined && { url: olderUrl, label: labels.older };
  return renderPager({ before, after }, account);
}

function renderResending(
  { client_id, id }: Webhook,
  account: AccountContext,
  labels: WebhookTexts,
): Html {
  const span = renderSelect({
    id: 'span',
    label: labels.since,
    options: spanNames.map((value) => ({ value, label: labels.spans[value] })),
  });
  return renderDisclosure({
    summary: labels.resendAll,
    body: html`<p class="muted">${labels.resendAllHint}</p>
${renderWebhookForm(account, {
  client_id,
  id,
  action: 'resend_since',
  body: html`${span}${renderButton({ label: labels.resendSince, kind: 'secondary' })}`,
})}`,
  });
}

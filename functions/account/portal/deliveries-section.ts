import type { AccountContext } from '#functions/account/account-handler.ts';
import type { DeliveryPage } from '#functions/account/webhook/delivery.store.ts';
import type { PastTry, WebhookDelivery } from '#functions/account/webhook/delivery.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderDisclosure, renderSelect } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { renderTable } from '#shared/pages/table.ts';
import { renderActionForm } from './action-form.ts';
import { toWebhookUrl } from './portal-url.ts';
import { type WebhookTexts, webhookTexts } from './webhook.texts.ts';

/** The most deliveries of a page. */
export const deliveriesOfPage = 20;

/** The times since which events can be sent again, in milliseconds. */
export const resendSpans = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};
export const spanNames = ['hour', 'day', 'week', 'month'] as const;

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
}${renderPager(section, account, labels)}${
  isEnabled && renderResending(webhook, account, labels)
}`;
}

function renderList(
  { webhook, page }: DeliveriesSection,
  account: AccountContext,
  labels: WebhookTexts,
): Html {
  const isEnabled = webhook.state !== 'disabled';
  const columns = [
    labels.happened,
    labels.event,
    labels.state,
    labels.lastTry,
    labels.nextTry,
    'webhook-id',
    ...(isEnabled ? [labels.again] : []),
  ];
  const table = renderTable({
    caption: labels.deliveriesHint,
    columns: columns.map((label) => ({ label })),
    rows: page.deliveries.map((delivery) => [
      ...listCells(delivery, account, labels),
      ...(isEnabled ? [renderResend(delivery, account, labels)] : []),
    ]),
  });
  if (!isEnabled) return table;
  return renderActionForm(account, {
    id: webhook.client_id,
    webhook: webhook.id,
    action: 'resend_delivery',
    isWide: true,
    body: table,
  });
}

function listCells(
  { id, type, timestamp, state, past_tries = [], next_try_datetime }: WebhookDelivery,
  { formats, locale }: AccountContext,
  labels: WebhookTexts,
): (Html | string)[] {
  const last = past_tries.at(-1);
  const count = new Intl.NumberFormat(locale).format(past_tries.length);
  return [
    formats.longTime(timestamp),
    html`<code>${type}</code>`,
    labels.deliveryStates[state],
    last ? labels.tries(describeTry(last, labels), count) : '–',
    next_try_datetime ? formats.longTime(next_try_datetime) : '–',
    html`<code>${id}</code>`,
  ];
}

function describeTry({ outcome, status = 0 }: PastTry, labels: WebhookTexts): string {
  if (outcome === 'success') return labels.accepted;
  return outcome === 'status' ? labels.status(status) : labels.outcomes[outcome];
}

/** Renders the button that sends a delivery again. Notices about people cannot be. */
function renderResend(
  { id, type, timestamp, event }: WebhookDelivery,
  { formats }: AccountContext,
  labels: WebhookTexts,
): Html {
  if (!event) return html``;
  return renderButton({
    label: labels.resend,
    description: labels.resendLabel(type, formats.longTime(timestamp)),
    name: 'delivery',
    value: id,
    kind: 'secondary',
  });
}

function renderPager(
  { webhook, page: { next }, cursor }: DeliveriesSection,
  { pages }: AccountContext,
  labels: WebhookTexts,
): Html | undefined {
  if (next === undefined && cursor === undefined) return undefined;
  const newest =
    cursor !== undefined &&
    html`<a href="${toWebhookUrl(pages, webhook)}">${labels.newest}</a> `;
  const older =
    next !== undefined &&
    html`<a href="${toWebhookUrl(pages, { ...webhook, cursor: next })}" rel="next">${labels.older}</a>`;
  return html`<p>${newest}${older}</p>
`;
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
${renderActionForm(account, {
  id: client_id,
  webhook: id,
  action: 'resend_since',
  body: html`${span}${renderButton({ label: labels.resendSince, kind: 'secondary' })}`,
})}`,
  });
}

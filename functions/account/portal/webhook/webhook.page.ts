import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { DeliveryPage } from '#functions/account/webhook/delivery.store.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import { renderButton, renderDangerZone, renderDisclosure } from '#shared/pages/form.ts';
import { renderNotice, renderTextToCopy } from '#shared/pages/notice.ts';
import { toApplicationUrl } from '../portal-url.ts';
import { type WebhookTexts, webhookTexts } from '../webhook.texts.ts';
import { getWebhookBadge, renderTypes } from '../webhooks-section.ts';
import { getSecretEnd, renderWebhookForm, type WebhookAction } from './action-form.ts';
import { renderDeliveries } from './deliveries-section.ts';
import { toWebhookValues } from './webhook-fields.ts';
import {
  renderWebhookFields,
  summarizeWebhookProblems,
  type WebhookInput,
} from './webhook-form.ts';

/** The outcome of a form of the page. */
export interface WebhookFormResult extends WebhookInput {
  /** A new secret, which is shown once. */
  secret?: string;
}

interface WebhookPageProps extends WebhookFormResult {
  client: Client;
  webhook: Webhook;
  deliveries: DeliveryPage;
  /** Where the shown page of the deliveries begins. Absent for the first one. */
  cursor?: string | undefined;
  mainUrl: string;
  now: Date;
}

interface WebhookView extends WebhookPageProps {
  account: AccountContext;
  labels: WebhookTexts;
}

/** Renders the page of a webhook of an application. */
export function renderWebhookPage(
  props: WebhookPageProps,
  account: AccountContext,
): string {
  const { client, webhook, secret, deliveries: page, cursor, mainUrl } = props;
  const labels = webhookTexts[account.language];
  const view = { ...props, account, labels };
  const backUrl = toApplicationUrl(account.pages, client.client_id);
  const isLocked = webhook.disabled_reason === 'operator';
  return renderAccountPage(account, {
    title: labels.page,
    lead: labels.lead,
    notices: labels.notices,
    refusals: labels.refusals,
    problem: summarizeWebhookProblems(props, labels),
    width: 'wide',
    body: html`${secret !== undefined && renderSecret(secret, labels)}${renderState(
      view,
    )}${renderWebhookFacts(view)}${!isLocked && renderEdit(view)}${renderRotation(view)}${
      webhook.state !== 'disabled' && renderDisabling(view)
    }${renderDeliveries({ webhook, page, cursor }, account)}<p>
<a href="${backUrl}">${labels.back(client.name)}</a> ·
<a href="${mainUrl}/v7.1/docs/webhooks/">${labels.guide}</a></p>
${!isLocked && renderDeletion(view)}`,
  });
}

function renderSecret(secret: string, labels: WebhookTexts): Html {
  return renderCard({
    title: labels.secret,
    body: html`<p>${labels.secretHint}</p>
${renderTextToCopy(secret)}`,
  });
}

/** Renders why nothing or not everything is sent, and what to do. */
function renderState(view: WebhookView): Html | undefined {
  const { webhook, labels } = view;
  const { state, disabled_reason = 'application' } = webhook;
  if (state === 'active') return undefined;
  if (state === 'degraded') return renderNotice(labels.degraded, 'error');
  const notice = renderNotice(labels.disabled[disabled_reason], 'error');
  if (disabled_reason === 'operator') return notice;
  const button = renderButton({ label: labels.enable });
  return html`${notice}<p>${labels.enableHint}</p>
${renderOwnForm(view, 'enable', button)}`;
}

function renderWebhookFacts({ webhook, account, labels, now }: WebhookView): Html {
  const { formats } = account;
  const { url, types, created_datetime, failing_since } = webhook;
  const { previous_secret_expires_datetime: expiry = '' } = webhook;
  const isOverlap = expiry > now.toISOString();
  return renderCard({
    title: url,
    badge: getWebhookBadge(webhook, labels),
    body: renderFacts([
      { label: labels.types, value: renderTypes(types) },
      { label: labels.created, value: formats.dateOfTime(created_datetime) },
      {
        label: labels.failingSince,
        value: failing_since && formats.longTime(failing_since),
      },
      {
        label: labels.secretUntil,
        value: isOverlap ? formats.longTime(expiry) : undefined,
      },
    ]),
  });
}

function renderEdit(view: WebhookView): Html {
  const { webhook, labels, problems, values = toWebhookValues(webhook) } = view;
  const hasProblems = problems !== undefined;
  const fields = renderWebhookFields({ ...view, values }, labels);
  return renderDisclosure({
    summary: labels.edit,
    isOpen: hasProblems,
    body: html`<p class="muted">${labels.editHint}</p>
${renderOwnForm(
  view,
  'update',
  html`${fields}${renderButton({ label: labels.save })}`,
  hasProblems,
)}`,
  });
}

function renderRotation(view: WebhookView): Html {
  const { rotation: summary, rotationHint: hint, rotate: label } = view.labels;
  return renderClosedForm(view, 'rotate', { summary, hint, label });
}

function renderDisabling(view: WebhookView): Html {
  const { disabling: summary, disablingHint: hint, disable: label } = view.labels;
  return renderClosedForm(view, 'disable', { summary, hint, label });
}

function renderClosedForm(
  view: WebhookView,
  action: WebhookAction,
  { summary, hint, label }: { summary: string; hint: string; label: string },
): Html {
  const button = renderButton({ label, kind: 'secondary' });
  const body = html`<p>${hint}</p>\n${renderOwnForm(view, action, button)}`;
  return renderDisclosure({ summary, body });
}

function renderDeletion(view: WebhookView): Html {
  const { webhook, labels } = view;
  const button = renderButton({
    label: labels.delete,
    description: labels.deleteLabel(webhook.url),
    kind: 'danger',
  });
  return renderDangerZone({
    summary: labels.deletion,
    body: html`<p>${labels.deletionHint}</p>
${renderOwnForm(view, 'delete', button)}`,
  });
}

function renderOwnForm(
  { webhook, account }: WebhookView,
  action: WebhookAction,
  body: Html,
  hasProblems = false,
): Html {
  const { client_id, id } = webhook;
  const secret_until = getSecretEnd(webhook);
  const form = { client_id, id, action, secret_until, hasProblems, body };
  return renderWebhookForm(account, form);
}
